/** A ring of a polygon as COCO writes it: x, y, x, y … in pixels of the picture. */
export type Ring = readonly number[]
export type Size = { width: number; height: number }

/**
 * Sets the cells of the grid whose centre lies in a ring (even-odd). Rings of one label are a union: COCO has no holes.
 */
export function fillRings(rings: readonly Ring[], picture: Size, grid: Size): Uint8Array {
  const mask = new Uint8Array(grid.width * grid.height)
  for (const ring of rings) {
    for (let row = 0; row < grid.height; row++) {
      const y = ((row + 0.5) * picture.height) / grid.height
      const crossings = crossingsOf(ring, y)
      for (let k = 0; k + 1 < crossings.length; k += 2) {
        fillSpan(mask, row, crossings[k] ?? 0, crossings[k + 1] ?? 0, picture, grid)
      }
    }
  }
  return mask
}

/** Where the ring crosses a horizontal line, from left to right. */
function crossingsOf(ring: Ring, y: number): number[] {
  const points = Math.floor(ring.length / 2)
  const found: number[] = []
  for (let i = 0; i < points; i++) {
    const j = (i + points - 1) % points
    const [xi = 0, yi = 0] = [ring[2 * i], ring[2 * i + 1]]
    const [xj = 0, yj = 0] = [ring[2 * j], ring[2 * j + 1]]
    if (yi > y !== yj > y) found.push(xi + ((y - yi) * (xj - xi)) / (yj - yi))
  }
  return found.sort((a, b) => a - b)
}

function fillSpan(mask: Uint8Array, row: number, left: number, right: number, picture: Size, grid: Size) {
  const first = Math.max(0, Math.ceil((left * grid.width) / picture.width - 0.5))
  for (let column = first; column < grid.width; column++) {
    if (((column + 0.5) * picture.width) / grid.width >= right) return
    mask[row * grid.width + column] = 1
  }
}

export function ringOfBox([x = 0, y = 0, width = 0, height = 0]: readonly number[]): Ring {
  return [x, y, x + width, y, x + width, y + height, x, y + height]
}

export function countSet(mask: Uint8Array): number {
  let cells = 0
  for (const cell of mask) cells += cell
  return cells
}

/** Adds the cells of a mask to another. */
export function addMask(target: Uint8Array, mask: Uint8Array): void {
  for (let cell = 0; cell < target.length; cell++) if (mask[cell]) target[cell] = 1
}
