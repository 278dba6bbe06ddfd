import { join } from 'node:path'

// Node follows what a program imports. Installed packages are hard links that every checkout on the machine shares: an
// install elsewhere would restart a service that runs here.
const SOURCES = ['catalog/src', 'sdk/src', 'server/src']

/** For Node: start the program again when a source of this checkout changes, and for nothing else. */
export function watchArguments(root: string): string[] {
  return [
    '--watch',
    '--watch-preserve-output',
    ...SOURCES.map((source) => `--watch-path=${join(root, source)}`),
  ]
}
