import { useMemo } from 'react'
import { encode } from 'uqr'

/** In modules: readers need this much white around the code. */
const QUIET_ZONE = 4

/** A QR code as the path of its dark modules. Black on white in the dark as well: many readers can't read the reverse. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => drawCode(text), [text])
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 shrink-0 rounded-control border border-line bg-white"
    >
      <path d={path} fill="#000" />
    </svg>
  )
}

/** The same as a file, to print. */
export function qrCodeFile(text: string): string {
  const { path, size } = drawCode(text)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path d="M0 0h${size}v${size}H0z" fill="#fff"/><path d="${path}"/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

function drawCode(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('')
  return { path, size }
}
