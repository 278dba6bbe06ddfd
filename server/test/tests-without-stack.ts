import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
const TESTS = ['server/src/**/*.test.ts', 'server/evaluate/**/*.test.ts']
/** Whoever knows where the engines of the stack are has it from here. */
const STACK = 'testing/stack.ts'
const LOADED =
  /^(?:import|export)\s(?!type\b)[^;'"]*?from\s+'(\.[^']+)'|^import\s+'(\.[^']+)'|\bimport\(\s*'(\.[^']+)'/gm

/** The files that a file loads. An import of types alone loads nothing. */
export const loadedBy = (file: string, text: string): string[] =>
  [...text.matchAll(LOADED)].map((match) => join(dirname(file), match[1] ?? match[2] ?? match[3] ?? ''))

/** The tests of the server by whether they can run where no stack is: whether they load, however far away, where it is. */
export function divideServerTests(): { pure: string[]; onStack: string[] } {
  const known = new Map<string, string[]>()
  const loads = (file: string): string[] => {
    const found = known.get(file) ?? (file.endsWith('.ts') ? loadedBy(file, read(file)) : [])
    known.set(file, found)
    return found
  }
  const reachesStack = (test: string): boolean => {
    const seen = new Set([test])
    // It grows while it is gone through.
    for (const file of seen) for (const next of loads(file)) seen.add(next)
    return seen.has(STACK)
  }
  const tests = TESTS.flatMap((pattern) => globSync(join(ROOT, pattern))).map((file) => relative(ROOT, file))
  const divided = Map.groupBy(tests.sort(), reachesStack)
  return { pure: divided.get(false) ?? [], onStack: divided.get(true) ?? [] }
}

function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8')
}
