/** Models look at pictures, one after the other: only here is there something to count. */
const BY_MODEL = new Set(['compliances', 'damage_detection', 'wheel_analysis', 'images_ocr', 'odometer'])
// Nobody can do these yet: no model is there, and a person cannot.
const UNAVAILABLE = new Set(['image_editing', 'inspection_pdf'])

export const isByModel = (name: string): boolean => BY_MODEL.has(name)
export const isUnavailable = (name: string): boolean => UNAVAILABLE.has(name)
