import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { crowdedReport } from '../../../../test/crowded-report.ts'
import { renderPdf } from '../pdf/render-pdf.ts'
import { Typesetter } from '../pdf/typesetter.ts'
import { codeOf, contentDigest } from '../report-code.ts'
import { twinOf } from '../report-twin.ts'
import { checkInThread } from '../verify/check-in-thread.ts'
import { TWIN_BYTES_MAX } from '../verify/read-twin.ts'

it('leaves a report that is laid out in time and verifies, though its data are large', {
  timeout: 400_000,
}, async () => {
  const unsealed = crowdedReport()
  const verification = { url: 'https://example.com/verify', code: '' }
  const code = codeOf(contentDigest({ ...unsealed, verification }))
  const content = { ...unsealed, verification: { ...verification, code } }
  const size = twinOf(content).length
  expect(size).toBeGreaterThan(4 * 1024 * 1024)
  expect(size).toBeLessThan(TWIN_BYTES_MAX)
  const typesetter = new Typesetter()
  const folder = mkdtempSync(join(tmpdir(), 'walkaround-crowded-'))
  try {
    writeFileSync(join(folder, 'report.pdf'), await renderPdf(typesetter, content, new Map()))
    const { twin, checks } = await checkInThread({ file: join(folder, 'report.pdf'), authorities: null })
    expect(checks.filter(({ status }) => status === 'FAILED')).toEqual([])
    expect(twin).toMatchObject({ bytes: size })
  } finally {
    await typesetter.close()
    rmSync(folder, { recursive: true })
  }
})
