import type { CaptureLink } from '@walkaround/sdk'
import { Ban, CircleCheck, CircleDashed, Clock, type LucideIcon, Smartphone } from 'lucide-react'
import type { CaptureProgress } from './use-capture.ts'

export type LinkState = 'not_opened' | 'opened' | 'progress' | 'done' | 'expired' | 'revoked'

export const LINK_STATE_LOOKS: Record<LinkState, { icon: LucideIcon; look: string }> = {
  not_opened: { icon: CircleDashed, look: 'bg-raised text-ink' },
  opened: { icon: Smartphone, look: 'bg-chosen text-ink' },
  progress: { icon: Smartphone, look: 'bg-chosen text-ink' },
  done: { icon: CircleCheck, look: 'bg-raised text-good' },
  expired: { icon: Clock, look: 'bg-raised text-quiet' },
  revoked: { icon: Ban, look: 'bg-raised text-quiet' },
}

/** Where the person with the link is. Pictures that have arrived count for more than the end of the link. */
export function linkState(link: CaptureLink, progress: CaptureProgress | undefined): LinkState {
  if ((link.finishedCount ?? 0) > 0) return 'done'
  if (link.status === 'revoked' || link.status === 'expired') return link.status
  if (!link.useCount) return 'not_opened'
  return progress?.linkId === link.id && progress.done > 0 ? 'progress' : 'opened'
}

/** Whether somebody can still take pictures with it. */
export const isUsable = ({ status }: CaptureLink): boolean => status === 'open' || status === 'used_up'
