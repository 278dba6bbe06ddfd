import type { Logo } from '../../../core/platform/report-look.ts'
import type { PrintedContent } from '../printed-content.ts'
import { twinOf } from '../report-twin.ts'
import { insertPictures } from './insert-pictures.ts'
import type { Typesetter } from './typesetter.ts'

/** Of the layout and the words. Goes up with every change a reader could see; old reports keep theirs. */
export const TEMPLATE_VERSION = '5'

const CPU_MS_MAX = 60_000

export type RenderOptions = {
  /** Processor time that laying out may take. */
  cpuMsMax?: number
  logo?: Logo | null
  template?: string | undefined
}

/**
 * The report as PDF/A-3a and PDF/UA-1, with its data attached. The same content and pictures give the same bytes. Pictures
 * are JPEGs by the id of their image, upright and of any size; one that is missing leaves an empty frame that says so.
 */
export async function renderPdf(
  typesetter: Typesetter,
  content: PrintedContent,
  pictures: ReadonlyMap<string, Uint8Array>,
  { cpuMsMax = CPU_MS_MAX, logo = null, template }: RenderOptions = {},
): Promise<Uint8Array> {
  const job = { content, pictures: new Set(pictures.keys()), twin: twinOf(content), logo }
  const pages = await typesetter.layOut(template === undefined ? job : { ...job, template }, cpuMsMax)
  return insertPictures(
    Buffer.from(pages.buffer, pages.byteOffset, pages.byteLength),
    content.images.map(({ image_id }) => pictures.get(image_id) ?? new Uint8Array()),
  )
}
