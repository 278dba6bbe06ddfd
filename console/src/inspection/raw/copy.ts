import { toast } from '../../look/toast.ts'

/** Tells what became of it: a browser may refuse. */
export async function copy(text: string, words: { done: string; failed: string }): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast.success(words.done)
  } catch {
    toast.error(words.failed)
  }
}
