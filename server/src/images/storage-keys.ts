import type { PictureVariant } from '../platform/picture-url.ts'

/** `original` holds the bytes as they came, as evidence; it is never served. The other two carry no metadata. */
export function storageKey(orgId: string, imageId: string, part: 'original' | PictureVariant): string {
  return `${orgId}/${imageId}/${part}`
}

export function storageKeys(orgId: string, imageId: string): string[] {
  return [
    storageKey(orgId, imageId, 'original'),
    storageKey(orgId, imageId, 'picture.jpg'),
    storageKey(orgId, imageId, 'working.jpg'),
  ]
}
