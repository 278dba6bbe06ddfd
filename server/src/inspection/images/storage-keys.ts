import type { PictureVariant } from '../../core/platform/picture-url.ts'

/**
 * `original` holds the bytes as they came, as evidence; it leaves in exports only. The pictures carry no metadata.
 * A report is announced and swept as a picture is, under an id of its own.
 */
export function storageKey(
  orgId: string,
  id: string,
  part: 'original' | PictureVariant | 'report.pdf',
): string {
  return `${storagePrefix(orgId, id)}${part}`
}

/** What the keys of all objects under an id begin with. */
export const storagePrefix = (orgId: string, id: string): string => `${orgId}/${id}/`
