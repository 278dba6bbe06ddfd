/** Where the pages of the documentation are. */
export const API_PATH = '/docs/api'
export const ERRORS_PATH = '/docs/errors'
export const DECISIONS_PATH = '/docs/adr'
export const FRONT_PATH = '/docs'
export const MODELS_PATH = '/docs/models'
export const PICTURES_PATH = '/docs/pictures'
