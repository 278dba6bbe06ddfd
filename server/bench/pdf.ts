import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import sharp from 'sharp'
import { fontsFor } from '../src/outputs/reports/pdf/fonts.ts'
import { pagesOf } from '../src/outputs/reports/pdf/page-data.ts'
import { renderPdf } from '../src/outputs/reports/pdf/render-pdf.ts'
import { Typesetter } from '../src/outputs/reports/pdf/typesetter.ts'
import type { ReportContent } from '../src/outputs/reports/report-content.ts'
import { twinOf } from '../src/outputs/reports/report-twin.ts'
import { listLayoutChildren } from '../test/layout-children.ts'
import { sampleReport } from '../test/sample-report.ts'

const PICTURES = join(import.meta.dirname, '../../../shared/data/damage/bilgi/images')
const TEMPLATE = join(import.meta.dirname, '../src/outputs/reports/pdf/template')
const PICTURES_COUNT = 24
const PICTURES_MANY = 200
/** The size in which pictures are printed: about 200 points an inch over half of a page. */
const SIDE_PX = 1280
const PAIRS = 6

/** Processor time of a report end to end against Typst alone on the same data, and the memory of a large one. */
export async function benchPdf(): Promise<Record<string, unknown>> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-pdf-'))
  try {
    const files = await derivatives(folder)
    const { worker: memoryMb, child: childMb } = measureMemory(folder)
    console.log(`${memoryMb} MB resident at most, its child ${childMb} MB, ${PICTURES_MANY} pictures`)
    const content = sampleReport({ images: PICTURES_COUNT, damages: 12 })
    const pictures = new Map(
      content.images.map(({ image_id }, at) => [image_id, files[at] ?? Buffer.alloc(0)]),
    )
    return {
      bench: 'pdf',
      pictures: PICTURES_COUNT,
      ...(await comparePairs(content, pictures)),
      resident_mb: memoryMb,
      resident_mb_target: 300,
      child_resident_mb: childMb,
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function comparePairs(content: ReportContent, pictures: ReadonlyMap<string, Buffer>) {
  const bare = bareTypst(content, pictures)
  const typesetter = new Typesetter()
  const ours = async () => {
    await renderPdf(typesetter, content, pictures)
  }
  await bare()
  const firstS = await cpuSeconds(ours)
  console.log(`the first report, which starts the child: ${firstS} s of processor`)
  const times = { ours: [] as number[], bare: [] as number[] }
  for (let pair = 0; pair < PAIRS; pair++) {
    // Which goes first changes, so that neither always follows the other.
    for (const name of pair % 2 === 0 ? (['ours', 'bare'] as const) : (['bare', 'ours'] as const))
      times[name].push(await cpuSeconds(name === 'ours' ? ours : bare))
    console.log(`pair ${pair + 1}: ours ${times.ours.at(-1)} s, bare ${times.bare.at(-1)} s of processor`)
  }
  await typesetter.close()
  const [oursS, bareS] = [median(times.ours), median(times.bare)]
  return {
    pairs: PAIRS,
    cpu_s: rounded(oursS),
    cpu_s_target: 1.5,
    first_cpu_s: firstS,
    bare_cpu_s: rounded(bareS),
    ratio_median: rounded(bareS / oursS),
    ratio_target: 0.5,
  }
}

/** Typst with the same template, data and fonts, given the pictures themselves; it is made once and stays warm. */
function bareTypst(content: ReportContent, pictures: ReadonlyMap<string, Buffer>): () => Promise<void> {
  const compiler = NodeCompiler.create({ workspace: TEMPLATE, fontArgs: [{ fontBlobs: fontsFor('').files }] })
  const twin = twinOf(content)
  const { data, drawings } = pagesOf(content, new Set(pictures.keys()))
  const inputs = {
    data: JSON.stringify(data),
    fonts: JSON.stringify(['Inter']),
    twin_file: 'report.json',
  }
  return async () => {
    for (const [at, jpeg] of [...pictures.values()].entries())
      compiler.mapShadow(join(TEMPLATE, `pictures/${at}.jpg`), jpeg)
    for (const { path, svg } of drawings) compiler.mapShadow(join(TEMPLATE, path), Buffer.from(svg))
    compiler.mapShadow(join(TEMPLATE, 'report.json'), twin)
    const { result } = compiler.compile({ mainFilePath: join(TEMPLATE, 'report.typ'), inputs })
    if (!result) throw new Error('Typst refused the report')
    compiler.pdf(result, { pdfStandard: 'a-3a', creationTimestamp: 0 })
    compiler.resetShadow()
    compiler.evictCache(0)
  }
}

/** Pictures as the service keeps them for printing, as files for the process whose memory is measured. */
async function derivatives(folder: string): Promise<Buffer[]> {
  const names = readdirSync(PICTURES).filter((name) => name.endsWith('.jpg'))
  const files: Buffer[] = []
  for (let at = 0; at < PICTURES_MANY; at++) {
    const source = readFileSync(join(PICTURES, names.sort()[at % names.length] ?? ''))
    const side = { width: SIDE_PX, height: SIDE_PX, fit: 'inside' as const }
    files.push(await sharp(source).resize(side).jpeg({ quality: 80 }).toBuffer())
    writeFileSync(join(folder, `${String(at).padStart(3, '0')}.jpg`), files[at] ?? '')
  }
  return files
}

function measureMemory(folder: string): { worker: number; child: number } {
  const script = join(import.meta.dirname, 'pdf-memory.ts')
  return JSON.parse(execFileSync(process.execPath, [script, folder], { encoding: 'utf8' }))
}

async function cpuSeconds(run: () => Promise<void>): Promise<number> {
  const before = cpuTicks()
  await run()
  return rounded((cpuTicks() - before) / TICKS_PER_SECOND)
}

const TICKS_PER_SECOND = 100

/** Of this process, of the child that lays out reports, and of children that have ended: proc(5), fields 14 to 17 of stat. */
function cpuTicks(): number {
  return [process.pid, ...listLayoutChildren()].reduce((sum, pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return sum + fields.slice(11, 15).reduce((ticks, field) => ticks + Number(field), 0)
  }, 0)
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return ((sorted[middle] ?? 0) + (sorted[sorted.length - 1 - middle] ?? 0)) / 2
}

const rounded = (value: number) => Number(value.toFixed(3))
