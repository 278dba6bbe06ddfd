import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { root } from './changes.ts'
import type { Step } from './lanes.ts'

/** What failed by name, too: whoever reads the log of a gate may have its end alone. */
export type Results = { passed: number; failed: number; failures: string[] }

type Assertion = { status: string; fullName: string }
type Report = {
  numPassedTests: number
  numFailedTests: number
  testResults: { name: string; status: string; message: string; assertionResults: Assertion[] }[]
}

/** `reportFile` is where vitest was told to write. */
export function readResults(step: Step, code: number | null, output: string, reportFile: string): Results {
  const found = readOwn(step, code, output, reportFile)
  if (code === 0 || found.failed > 0) return found
  // A file that could not even load, or an error outside a test, has no failed test to show.
  return { ...found, failed: 1, failures: [...found.failures, `ended with ${code ?? 'a signal'}`] }
}

function readOwn(step: Step, code: number | null, output: string, reportFile: string): Results {
  try {
    if (step.counts === 'vitest') return ofReport(JSON.parse(readFileSync(reportFile, 'utf8')))
    if (step.counts === 'lines') return ofLines(output)
  } catch (error) {
    return { passed: 0, failed: 1, failures: [String(error)] }
  }
  return code === 0 ? { passed: 1, failed: 0, failures: [] } : { passed: 0, failed: 1, failures: [] }
}

function ofReport({ numPassedTests, numFailedTests, testResults }: Report): Results {
  const failures = testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed')
      const told = failed.length > 0 ? failed.map(({ fullName }) => fullName) : [message.split('\n', 1)[0]]
      return told.map((text) => `${relative(root, name)}: ${text}`)
    })
  return { passed: numPassedTests, failed: numFailedTests, failures }
}

function ofLines(output: string): Results {
  const [, passed, failed] = /^(\d+) passed, (\d+) failed$/m.exec(output) ?? []
  const failures = output.split('\n').filter((line) => line.startsWith('FAILED '))
  return { passed: Number(passed ?? 0), failed: Number(failed ?? 1), failures }
}
