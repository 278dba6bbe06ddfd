import type { ExternalToast } from 'sonner'

type Kind = 'message' | 'success' | 'warning' | 'error'

// Fetched with the first message: no page waits for it.
const show = (kind: Kind) => (text: string, options?: ExternalToast) => {
  void import('sonner').then(({ toast }) => toast[kind](text, options))
}

/** Messages that pass by. */
export const toast = {
  message: show('message'),
  success: show('success'),
  warning: show('warning'),
  error: show('error'),
}
