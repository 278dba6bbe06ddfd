const Z = 1.959964

/** A share with its 95 % interval after Wilson, where drawing again would say that nothing can vary. */
export function wilson(held: number, n: number) {
  if (n === 0) return { value: null, low: null, high: null, n }
  const share = held / n
  const middle = (share + Z ** 2 / (2 * n)) / (1 + Z ** 2 / n)
  const half = (Z / (1 + Z ** 2 / n)) * Math.sqrt((share * (1 - share)) / n + Z ** 2 / (4 * n ** 2))
  return { value: share, low: Math.max(0, middle - half), high: Math.min(1, middle + half), n }
}
