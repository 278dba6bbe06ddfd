import { join } from 'node:path'

const root = join(import.meta.dirname, '../../../..')

/** Where the build of the console lies, unless CONSOLE_DIR says otherwise. */
export const BUILT_CONSOLE_DIR = join(root, 'console/dist')
/** Where the build of the capture app lies, unless CAPTURE_DIR says otherwise. */
export const BUILT_CAPTURE_DIR = join(root, 'capture/dist')
