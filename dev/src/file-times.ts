import { appendFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'

/** Writes a line for each test file to FILE_TIMES: its seconds, with what it takes to load, and its path. */
export default class FileTimes implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const file = process.env.FILE_TIMES
    if (!file) throw new Error('FILE_TIMES does not say where to write to')
    const lines = modules.map((module) => {
      const { collectDuration, duration } = module.diagnostic()
      return `${((collectDuration + duration) / 1000).toFixed(1)} ${module.relativeModuleId}\n`
    })
    appendFileSync(file, lines.join(''))
  }
}
