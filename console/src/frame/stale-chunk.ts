/** Browsers have no code for it: a piece of the console could not be fetched, or is no longer there after an update. */
const CHUNK_FAILED = /dynamically imported module|importing a module script failed|preload CSS/i

export const isChunkError = (error: unknown): boolean =>
  error instanceof Error && CHUNK_FAILED.test(error.message)
