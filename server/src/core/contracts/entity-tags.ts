/** Weak comparison (RFC 9110, 13.1.2): proxies that compress make tags weak. */
export function isNamed(etag: string, header: string | undefined): boolean {
  if (header === undefined) return false
  const tags: string[] = header.match(/"[^"]*"/g) ?? []
  return header.trim() === '*' || tags.includes(etag)
}
