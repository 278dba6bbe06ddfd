/** `coverage360` is `coverage_360` on the wire: a number is a word of its own. */
export function snakeCase(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replace(/([a-z])(\d)/g, '$1_$2')
}
