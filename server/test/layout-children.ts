import { readdirSync, readFileSync } from 'node:fs'

/** The processes that lay out reports for this one, or for another. */
export const listLayoutChildren = (parent = process.pid): number[] => listChildren('layout-child.ts', parent)

/** The processes of a process that run a program. */
export function listChildren(program: string, parent = process.pid): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const [, ppid] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
        return Number(ppid) === parent && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(program)
      } catch {
        return false
      }
    })
}
