const WIDTH = 24

/** `[#########...............]  38 %` */
export function bar(share: number): string {
  const known = Math.min(Math.max(share, 0), 1)
  const full = Math.round(known * WIDTH)
  return `[${'#'.repeat(full)}${'.'.repeat(WIDTH - full)}] ${String(Math.round(known * 100)).padStart(3)} %`
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}
