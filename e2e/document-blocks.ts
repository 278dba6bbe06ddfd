/** A fenced block of a document. */
export type Block = {
  /** The first word behind the fence: `bash`, `json`, … */
  language: string
  text: string
  /** False for a command marked `no-run`. */
  isRun: boolean
  /** What the block directly behind it says that it prints; null where none is shown. */
  shown: string | null
}

const FENCE = /^```([a-z]*)([^\n]*)\n([\s\S]*?)^```$/gm
const ANSWERS = ['json', 'text']

export function blocksOf(document: string): Block[] {
  const fences = [...document.matchAll(FENCE)]
  return fences.map((fence, n) => {
    const [all, language = '', rest = '', text = ''] = fence
    const next = fences[n + 1]
    const between = document.slice(fence.index + all.length, next?.index).trim()
    const isAnswered = next !== undefined && between === '' && ANSWERS.includes(next[1] ?? '')
    return { language, text, isRun: rest.trim() !== 'no-run', shown: isAnswered ? (next[3] ?? '') : null }
  })
}

/** Whether a command printed what the page shows. `…` stands for anything. */
export function fits(shown: string, printed: string): boolean {
  const pattern = shown
    .trim()
    .split('…')
    .map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('[\\s\\S]*?')
  return new RegExp(`^${pattern}$`).test(printed.trim())
}
