type Word = { page: number; text: string; box: [number, number, number, number] }

/** Words outside of the margins, and words that lie on one another. Numbers on pictures may do so. */
export function misplaced(boxes: string): string[] {
  let page = 0
  let width = 0
  const words: Word[] = []
  for (const line of boxes.split('\n')) {
    const size = /<page width="([\d.]+)"/.exec(line)
    if (size) [page, width] = [page + 1, Number(size[1])]
    const word = /<word xMin="(\S+)" yMin="(\S+)" xMax="(\S+)" yMax="(\S+)">(.*)<\/word>/.exec(line)
    const [, x0, y0, x1, y1, printed = ''] = word ?? []
    if (!word || /^\d{1,2}$/.test(printed)) continue
    words.push({ page, text: printed, box: [Number(x0), Number(y0), Number(x1), Number(y1)] })
  }
  const margin = 28
  const outside = words.filter(({ box }) => box[0] < margin || box[2] > width - margin)
  const over = words.filter((word, at) => words.slice(at + 1).some((other) => overlap(word, other)))
  return [...outside, ...over].map(({ page, text, box }) => `page ${page}: ${text} at ${box}`)
}

function overlap(a: Word, b: Word): boolean {
  if (a.page !== b.page) return false
  const x = Math.min(a.box[2], b.box[2]) - Math.max(a.box[0], b.box[0])
  const y = Math.min(a.box[3], b.box[3]) - Math.max(a.box[1], b.box[1])
  // The boxes of lines set close reach a little into each other.
  return x > 1 && y > 3.2
}
