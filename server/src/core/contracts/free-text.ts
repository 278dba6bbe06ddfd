/** The text under a key of JSON that a client sent, or null where there is none. */
export function textIn(given: unknown, key: string): string | null {
  const value = objectIn(given)[key]
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value : null
}

export function objectIn(given: unknown, key?: string): Record<string, unknown> {
  const value = key === undefined ? given : objectIn(given)[key]
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}
