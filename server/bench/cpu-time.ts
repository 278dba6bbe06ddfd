import { readFileSync } from 'node:fs'

// Linux counts the time of another process in these; the same on every architecture node runs on.
const TICKS_PER_S = 100

/** The processor time of a process and its children, also of those that have ended. */
export function cpuMsOf(pid: number): number {
  // proc(5), /proc/pid/stat: the fields after the name in parentheses; user and system time are 14 to 17.
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0)
  return (ticks * 1_000) / TICKS_PER_S + childrenCpuMsOf(pid)
}

/** Of the children alone. */
export function childrenCpuMsOf(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  return children.reduce((sum, child) => sum + cpuMsOf(Number(child)), 0)
}
