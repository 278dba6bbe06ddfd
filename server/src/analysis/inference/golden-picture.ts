const CELLS_PX = [40, 80, 160]
const DOTS = 5

/**
 * A picture from a seed, the same everywhere: cells with two colours each, and in them plain ground, dark rings
 * or dots in the manner of letters, under some noise. On noise alone some models answer nothing at all.
 */
export function drawGoldenPicture(width: number, height: number, next: () => number): Uint8Array {
  const pixels = new Uint8Array(width * height * 3)
  const cellPx = CELLS_PX[next() % CELLS_PX.length] ?? 40
  const noise = next() % 64
  for (let top = 0; top < height; top += cellPx)
    for (let left = 0; left < width; left += cellPx) {
      const cell = randomCell(cellPx, next)
      for (let y = top; y < Math.min(top + cellPx, height); y++)
        for (let x = left; x < Math.min(left + cellPx, width); x++)
          for (const [channel, light] of cell.colorAt(x - left, y - top).entries())
            pixels[(y * width + x) * 3 + channel] = Math.min(255, light + (next() * noise) / 256)
    }
  return pixels
}

function randomCell(sidePx: number, next: () => number) {
  const ground = [next(), next(), next()]
  const mark = [next(), next(), next()]
  const kind = next() % 3
  const dots = Array.from({ length: DOTS * DOTS }, () => next() % 2 === 0)
  const radiusPx = (sidePx * (64 + (next() % 64))) / 256
  const colorAt = (x: number, y: number): number[] => {
    if (kind === 0) return ground
    if (kind === 1) {
      const at = Math.floor((y * DOTS) / sidePx) * DOTS + Math.floor((x * DOTS) / sidePx)
      return dots[at] ? mark : ground
    }
    const distance = Math.hypot(x - sidePx / 2, y - sidePx / 2)
    if (distance > radiusPx) return ground
    return distance > radiusPx * 0.7 ? [30, 30, 30] : mark
  }
  return { colorAt }
}
