/** Saves a text, or bytes, as a file of this name. */
export function download(content: string | Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(
    typeof content === 'string' ? new Blob([content], { type: 'application/json' }) : content,
  )
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
