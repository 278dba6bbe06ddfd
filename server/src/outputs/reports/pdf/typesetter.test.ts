import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { waitFor } from '../../../../test/factories.ts'
import { listLayoutChildren } from '../../../../test/layout-children.ts'
import { sampleReport } from '../../../../test/sample-report.ts'
import { twinOf } from '../report-twin.ts'
import { LayoutTooLong } from './lay-out.ts'
import { Typesetter } from './typesetter.ts'

const CPU_MS_MAX = 60_000

const folder = mkdtempSync(join(tmpdir(), 'walkaround-typesetter-'))
const opened: Typesetter[] = []
const open = (...given: ConstructorParameters<typeof Typesetter>) => {
  const typesetter = new Typesetter(...given)
  opened.push(typesetter)
  return typesetter
}
afterEach(async () => {
  await Promise.all(opened.splice(0).map((typesetter) => typesetter.close()))
})
afterAll(() => rmSync(folder, { recursive: true }))

function templateOf(name: string, typst: string): { template: string } {
  const template = join(folder, name)
  mkdirSync(template)
  writeFileSync(join(template, 'report.typ'), typst)
  return { template }
}

/** The report of an organization: its people, its pictures, its logo. */
function jobOf(organization: string, { images }: { images: number }) {
  const content = {
    ...sampleReport({ images, damages: 2 }),
    client_name: organization,
    customer: `Customer of ${organization}`,
  }
  const pictures = new Set(content.images.map(({ image_id }) => image_id))
  return { content, pictures, twin: twinOf(content), logo: null }
}

const small = jobOf('Alder', { images: 0 })
const titled = (name: string) => ({ ...small, ...templateOf(name, '#set document(title: "x")\nx') })

describe('Typesetter', () => {
  it('lays out reports in one child, one after the other, behind all other work', async () => {
    const typesetter = open()
    await Promise.all([typesetter.layOut(small, CPU_MS_MAX), typesetter.layOut(small, CPU_MS_MAX)])
    const [pid, ...others] = listLayoutChildren()
    expect(others).toEqual([])
    await typesetter.layOut(small, CPU_MS_MAX)
    expect(listLayoutChildren()).toEqual([pid])
    const threads = readdirSync(`/proc/${pid}/task`).map(Number)
    expect(threads.length).toBeGreaterThan(1)
    const priorities = new Set(threads.map((thread) => getPriority(thread)))
    expect([...priorities]).toEqual([Math.min(getPriority() + 10, 19)])
  })

  it('holds nothing of an organization for the next one', async () => {
    const [alder, birch] = [jobOf('Alder', { images: 3 }), jobOf('Birch', { images: 1 })]
    const [shared, alone] = [open(), open()]
    const first = await shared.layOut(alder, CPU_MS_MAX)
    const [pid] = listLayoutChildren()
    const second = await shared.layOut(birch, CPU_MS_MAX)
    const third = await shared.layOut(alder, CPU_MS_MAX)
    expect(listLayoutChildren()).toEqual([pid])
    expect(Buffer.compare(second, await alone.layOut(birch, CPU_MS_MAX))).toBe(0)
    expect(Buffer.compare(third, first)).toBe(0)
    for (const text of ['Alder', ...alder.content.images.map(({ sha256 }) => sha256)])
      expect(Buffer.from(second).includes(text)).toBe(false)
  })

  it("has no file of one report in the next one's reach", async () => {
    const reading = templateOf(
      'reading',
      '#set document(title: "x")\n#read("/pictures/2.jpg", encoding: none).len() #read("/logo.png", encoding: none).len()',
    )
    const typesetter = open()
    const logo = { format: 'png' as const, bytes: Buffer.from('a logo') }
    await typesetter.layOut({ ...jobOf('Alder', { images: 3 }), ...reading, logo }, CPU_MS_MAX)
    const [pid] = listLayoutChildren()
    expect(pid).toBeDefined()
    const next = typesetter.layOut({ ...jobOf('Birch', { images: 1 }), ...reading }, CPU_MS_MAX)
    await expect(next).rejects.toThrow(/Typst refused the report: .*not found/)
  })

  it('gives every report the whole processor time, and kills the one that takes more', async () => {
    const typesetter = open()
    const busy = {
      ...small,
      ...templateOf('busy', '#set document(title: "x")\n#for a in range(2000000) { }'),
    }
    await typesetter.layOut(busy, CPU_MS_MAX)
    const [pid = 0] = listLayoutChildren()
    let usedMs = cpuMsOf(pid)
    // Until what the child has used can be seen in a limit of whole seconds.
    for (const fromMs = usedMs; usedMs < fromMs + 2_000; usedMs = cpuMsOf(pid)) {
      await typesetter.layOut(busy, CPU_MS_MAX)
      expect(listLayoutChildren()).toEqual([pid])
    }
    await typesetter.layOut(small, CPU_MS_MAX)
    // What the reports before it have used is not taken from it. A second for what the child did after its last report.
    expect(cpuLimitMsOf(pid)).toBeGreaterThanOrEqual(usedMs + CPU_MS_MAX - 1_000)
    const endless = templateOf('endless', '#for a in range(100000) { for b in range(100000) { } }')
    await expect(typesetter.layOut({ ...small, ...endless }, 2_000)).rejects.toThrow(LayoutTooLong)
    await typesetter.layOut(small, CPU_MS_MAX)
    expect(listLayoutChildren()).not.toContain(pid)
  })

  const worn = [
    ['so many reports', { reportsPerChild: 2 }, 2],
    ['a report that left it large', { residentBytes: 1 }, 1],
    ['a while without a report', { idleMs: 1 }, 1],
  ] as const
  it.each(worn)('ends the child after %s, and starts another', async (name, limits, reports) => {
    const typesetter = open(limits)
    const job = titled(name)
    for (let made = 0; made < reports; made++) await typesetter.layOut(job, CPU_MS_MAX)
    await waitFor('the end of the child', async () => listLayoutChildren().length === 0)
    await expect(typesetter.layOut(job, CPU_MS_MAX)).resolves.toBeInstanceOf(Uint8Array)
  })

  it('starts another child where the first one has died meanwhile', async () => {
    const typesetter = open()
    const job = titled('died')
    await typesetter.layOut(job, CPU_MS_MAX)
    const [pid = 0] = listLayoutChildren()
    process.kill(pid, 'SIGKILL')
    // Until this process has been told: the kernel takes a while to free what a child held.
    await waitFor('the end of the child', async () => !existsSync(`/proc/${pid}`))
    await expect(typesetter.layOut(job, CPU_MS_MAX)).resolves.toBeInstanceOf(Uint8Array)
  })

  it('takes its child along when its process is killed', async () => {
    const program = join(folder, 'worker.ts')
    writeFileSync(
      program,
      `import { Typesetter } from ${JSON.stringify(join(import.meta.dirname, 'typesetter.ts'))}
       import { sampleReport } from ${JSON.stringify(join(import.meta.dirname, '../../../../test/sample-report.ts'))}
       const content = sampleReport({ images: 0, damages: 0 })
       await new Typesetter().layOut({ content, pictures: new Set(), twin: new Uint8Array(1), logo: null }, 60_000)
       console.log('laid out')`,
    )
    const parent = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = once(parent, 'exit')
    await Promise.race([once(parent.stdout, 'data'), ended])
    const [pid] = listLayoutChildren(parent.pid)
    expect(pid).toBeDefined()
    parent.kill('SIGKILL')
    await ended
    await waitFor('the end of the child', async () => !existsSync(`/proc/${pid}`))
  })
})

/** Before the kernel tells it that it takes too long. */
const cpuLimitMsOf = (pid: number) =>
  1_000 * Number(/^Max cpu time +(\d+)/m.exec(readFileSync(`/proc/${pid}/limits`, 'utf8'))?.[1])

/** Of its whole life: proc(5), fields 14 and 15 of stat, in hundredths of a second. */
function cpuMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return 10 * (Number(fields[11]) + Number(fields[12]))
}
