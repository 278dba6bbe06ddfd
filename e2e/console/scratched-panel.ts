import sharp from 'sharp'

const [WIDTH, HEIGHT] = [1200, 900]
const COLORS = ['#1b1e21', '#54595f', '#ffffff']

/** A door of bare metal, badly scratched: nobody's picture, and yet one a model finds a damage on. Or before that. */
export function drawScratchedPanel(scratchCount = 60): Promise<Buffer> {
  const chance = numbersFrom(5)
  const scratches = Array.from({ length: scratchCount }, () => {
    const [x, y] = [250 + chance() * 300, 300 + chance() * 250]
    const [dx, dy] = [150 + chance() * 400, (chance() - 0.4) * 120]
    const bend = `${dx / 2} ${dy / 2 + (chance() - 0.5) * 40}`
    const color = COLORS[Math.floor(chance() * COLORS.length)]
    return `<path d="M${x} ${y}q${bend} ${dx} ${dy}" stroke="${color}" stroke-width="${0.5 + chance() * 7}" opacity="${0.4 + chance() * 0.6}"/>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <defs><linearGradient id="paint" x1="0" y1="0" x2=".3" y2="1">
      <stop offset="0" stop-color="#c8ced4"/><stop offset="1" stop-color="#7b838b"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#paint)"/>
    <path d="M0 140Q600 90 1200 150" stroke="#3a3f44" stroke-width="7" fill="none"/>
    <path d="M1010 0V900" stroke="#2b2f33" stroke-width="8"/>
    <path d="M0 760Q600 720 1200 770V900H0z" fill="#4a4f55"/>
    <rect x="820" y="230" width="150" height="34" rx="16" fill="#8d959d" stroke="#3a3f44" stroke-width="4"/>
    <g fill="none" stroke-linecap="round">${scratches.join('')}</g></svg>`
  return sharp(Buffer.from(svg)).blur(1.2).jpeg({ quality: 90 }).toBuffer()
}

/** The same numbers from 0 to 1 every time (Lehmer). */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 16_807) % 2_147_483_647
    return state / 2_147_483_647
  }
}
