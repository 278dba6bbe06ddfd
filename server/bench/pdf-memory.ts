import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderPdf } from '../src/reports/pdf/render-pdf.ts'
import { sampleReport } from '../test/sample-report.ts'

// A process of its own: its largest memory is that of one report with all pictures of a folder.
const folder = process.argv[2] ?? ''
const names = readdirSync(folder).sort()
const content = sampleReport({ images: names.length, damages: 12 })
const pictures = new Map(
  content.images.map(({ image_id }, at) => [image_id, readFileSync(join(folder, names[at] ?? ''))]),
)
await renderPdf(content, pictures)
console.log(Math.round((process.resourceUsage().maxRSS * 1024) / 1e6))
process.exit(0)
