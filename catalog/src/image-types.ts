const IMAGE_TYPES = ['beauty_shot', 'close_up', 'unknown'] as const
export type ImageType = (typeof IMAGE_TYPES)[number]

/** Where the camera stands, in the order of a walk around the vehicle. */
export const VIEWPOINTS = [
  'front',
  'front_left',
  'left',
  'back_left',
  'back',
  'back_right',
  'right',
  'front_right',
] as const
export type Viewpoint = (typeof VIEWPOINTS)[number]

/** The side nearest to a camera that stands at so many degrees from the front, counted over the vehicle's left side. */
export function nearestViewpoint(azimuth: number): Viewpoint {
  return VIEWPOINTS[Math.round((azimuth * VIEWPOINTS.length) / 360) % VIEWPOINTS.length] ?? 'front'
}

/** What a picture taken for its text shows. */
export const DOCUMENT_TYPES = ['PASSPORT', 'ID_FR', 'VEHICLE_REGISTRATION_PAPERS_FR', 'VIN'] as const
export type DocumentType = (typeof DOCUMENT_TYPES)[number]
