import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderPdf } from '../src/outputs/reports/pdf/render-pdf.ts'
import { Typesetter } from '../src/outputs/reports/pdf/typesetter.ts'
import { listLayoutChildren } from '../test/layout-children.ts'
import { sampleReport } from '../test/sample-report.ts'

// A process of its own: its largest memory is that of one report with all pictures of a folder.
const folder = process.argv[2] ?? ''
const names = readdirSync(folder).sort()
const content = sampleReport({ images: names.length, damages: 12 })
const pictures = new Map(
  content.images.map(({ image_id }, at) => [image_id, readFileSync(join(folder, names[at] ?? ''))]),
)
await renderPdf(new Typesetter(), content, pictures)
const [child] = listLayoutChildren()
const [, childKb] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${child}/status`, 'utf8')) ?? []
const toMb = (kb: number) => Math.round((kb * 1024) / 1e6)
console.log(JSON.stringify({ worker: toMb(process.resourceUsage().maxRSS), child: toMb(Number(childKb)) }))
process.exit(0)
