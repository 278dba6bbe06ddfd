import { join } from 'node:path'

/** Where the build of the console lies, unless CONSOLE_DIR says otherwise. */
export const BUILT_CONSOLE_DIR = join(import.meta.dirname, '../../../console/dist')
