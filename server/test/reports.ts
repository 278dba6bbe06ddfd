import type { Service } from './own-service.ts'

/** Begins as a PDF does; the service looks at no more. */
export const pdf = (text: string) => Buffer.from(`%PDF-1.7\n${text}\n%%EOF\n`)

export function reportForm(
  bytes: Buffer,
  fileKey = 'pdf_data',
  json: object = { pdf_post_strategy: 'upload' },
): FormData {
  const form = new FormData()
  form.set('json', JSON.stringify(json))
  // The published clients really send the bare extension as the type.
  form.set(fileKey, new Blob([new Uint8Array(bytes)], { type: 'pdf' }), 'inspection-1.pdf')
  return form
}

/** The id of the report and the URL that opens it. */
export async function uploadReport(service: Service, inspectionId: string, text: string) {
  const path = `/inspections/${inspectionId}/pdf`
  const answer = await service.call('POST', path, { form: reportForm(pdf(text)) })
  if (answer.status !== 201) throw new Error(`report not stored: ${JSON.stringify(answer.body)}`)
  const { pdf_url } = (await service.call('GET', path)).body
  return { report_id: String(answer.body.report_id), pdf_url: String(pdf_url) }
}
