import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { waitFor } from '../../../../test/factories.ts'
import { listLayoutChildren } from '../../../../test/layout-children.ts'
import { sampleReport } from '../../../../test/sample-report.ts'
import { LayoutTooLong } from './lay-out.ts'
import { renderPdf } from './render-pdf.ts'
import { Typesetter } from './typesetter.ts'

const content = sampleReport({ images: 1, damages: 1 })
const typesetter = new Typesetter()

let template: string
beforeAll(() => {
  template = mkdtempSync(join(tmpdir(), 'walkaround-endless-'))
  writeFileSync(join(template, 'report.typ'), '#for a in range(100000) { for b in range(100000) { } }')
})
afterAll(async () => {
  await typesetter.close()
  rmSync(template, { recursive: true })
})

const waitForChild = () =>
  waitFor('the child', async () => listLayoutChildren().length > 0 && listLayoutChildren())

it('ends a layout that uses up its processor time, and leaves no process', async () => {
  const rendering = renderPdf(typesetter, content, new Map(), { cpuMsMax: 2_000, template })
  await expect(rendering).rejects.toThrow(LayoutTooLong)
  await waitFor('the end of the child', async () => listLayoutChildren().length === 0)
})

it('fails when the child dies for another reason, so that it is tried again', async () => {
  const rendering = renderPdf(typesetter, content, new Map(), { template })
  const failed = expect(rendering).rejects.toThrow('ended without it: {"code":null,"signal":"SIGKILL"')
  const [pid] = await waitForChild()
  process.kill(pid ?? 0, 'SIGKILL')
  await failed
  await expect(rendering).rejects.not.toBeInstanceOf(LayoutTooLong)
})

it('fails when the child gets no processor for minutes, so that it is tried again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const rendering = renderPdf(typesetter, content, new Map(), { template })
    const failed = expect(rendering).rejects.toThrow('the report was not laid out within 240000 ms')
    while (vi.getTimerCount() === 0) await setImmediate()
    vi.advanceTimersByTime(240_000)
    await failed
    await expect(rendering).rejects.not.toBeInstanceOf(LayoutTooLong)
  } finally {
    vi.useRealTimers()
  }
  await waitFor('the end of the child', async () => listLayoutChildren().length === 0)
})

it('gives the child no setting of the service', async () => {
  const rendering = renderPdf(typesetter, content, new Map(), { template }).catch(() => null)
  const [pid] = await waitForChild()
  expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toMatch(/DATABASE_URL|S3_|KEYS/)
  process.kill(pid ?? 0, 'SIGKILL')
  await rendering
})
