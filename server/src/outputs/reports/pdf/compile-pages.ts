import { join } from 'node:path'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import type { Logo } from '../../../core/platform/report-look.ts'
import { TWIN_FILE } from '../report-twin.ts'
import { fontsFor } from './fonts.ts'
import { placeholderOf } from './insert-pictures.ts'
import type { Pages } from './page-data.ts'
import { printableIn, printableTexts } from './printable-text.ts'

const TEMPLATE = join(import.meta.dirname, 'template')
/** What a report is written as: with an attachment it can only be part 3 (ISO 19005-3), with tags only level a. */
const PDF_STANDARD = 'a-3a'

export type Compilation = {
  pages: Pages
  /** How many pictures there are; each stands in the file as its placeholder. */
  pictureCount: number
  twin: Uint8Array
  logo?: Logo | null
  createdAt: string
  /** The folder of the templates, where it is not ours. */
  template?: string
}

/**
 * Typst with our fonts and templates. Every report has a compiler of its own, with its own files and inputs. What Typst
 * remembers of one to be faster with the next belongs to the process, and is forgotten here.
 */
export function compilePages(compilation: Compilation, standard = PDF_STANDARD): Buffer {
  const { pages, template = TEMPLATE } = compilation
  const fonts = fontsFor(JSON.stringify(pages.data))
  const compiler = NodeCompiler.create({ workspace: template, fontArgs: [{ fontBlobs: fonts.files }] })
  try {
    mapFiles(compiler, template, compilation)
    const inputs = {
      data: JSON.stringify(printableTexts(pages.data, printableIn(fonts.characters))),
      fonts: JSON.stringify(fonts.families),
      twin_file: TWIN_FILE,
    }
    const result = compiler.compile({ mainFilePath: join(template, pages.main), inputs })
    const { result: document } = result
    if (!document || result.hasError())
      throw new Error(`Typst refused the report: ${JSON.stringify(result.takeError()?.shortDiagnostics)}`)
    const creationTimestamp = Math.floor(Date.parse(compilation.createdAt) / 1000)
    return compiler.pdf(document, { pdfStandard: standard, creationTimestamp })
  } finally {
    compiler.resetShadow()
    compiler.evictCache(0)
  }
}

function mapFiles(compiler: NodeCompiler, template: string, compilation: Compilation): void {
  const { pages, pictureCount, twin, logo } = compilation
  const map = (path: string, bytes: Uint8Array) =>
    compiler.mapShadow(join(template, path), Buffer.from(bytes))
  for (let number = 0; number < pictureCount; number++) map(`/pictures/${number}.jpg`, placeholderOf(number))
  for (const { path, svg } of pages.drawings) map(path, Buffer.from(svg))
  if (logo) map(`/logo.${logo.format}`, logo.bytes)
  map(TWIN_FILE, twin)
}
