/** Cells of a square grid that touch each other, by corner or by side. In the order in which rows are read. */
export type Component = { cells: Uint32Array; mean: number }

/** The components of what is at or above the threshold, in the order of their first cells. */
export function findComponents(values: Float32Array, side: number, threshold: number): Component[] {
  const open = new Uint8Array(values.length)
  for (let cell = 0; cell < values.length; cell++) if ((values[cell] ?? 0) >= threshold) open[cell] = 1
  const components: Component[] = []
  for (let first = open.indexOf(1); first >= 0; first = open.indexOf(1, first + 1)) {
    const cells = takeComponent(open, side, first)
    components.push({ cells, mean: meanOf(values, cells) })
  }
  return components
}

/** The cells that hang together with the first; they are erased on the way. */
function takeComponent(open: Uint8Array, side: number, first: number): Uint32Array {
  const cells = [first]
  open[first] = 0
  // The list grows while it is walked.
  for (const cell of cells) {
    const column = cell % side
    for (let down = -1; down <= 1; down++) {
      for (let right = -1; right <= 1; right++) {
        if (column + right < 0 || column + right >= side) continue
        const next = cell + down * side + right
        if (open[next] !== 1) continue
        open[next] = 0
        cells.push(next)
      }
    }
  }
  return Uint32Array.from(cells).sort()
}

function meanOf(values: Float32Array, cells: Uint32Array): number {
  let sum = 0
  for (const cell of cells) sum += values[cell] ?? 0
  return sum / cells.length
}
