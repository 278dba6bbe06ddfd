/** A name as it is compared with what somebody else has typed: punctuation, spaces and case make no difference. */
export function plainText(text: string | null): string {
  return (text ?? '').toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}
