/** What the signature in a PDF says of itself. Whether it is true shows only when the bytes are known to the service. */
export type SignatureFacts = { name: string; reportId: string | null; signedAt: Date | null }

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i

/** The last signature of the file, as the service writes them: texts in UTF-16, as hexadecimal. */
export function readSignature(bytes: Uint8Array): SignatureFacts | null {
  const text = new TextDecoder('latin1').decode(bytes)
  const at = text.lastIndexOf('/Type /Sig ')
  if (at < 0) return null
  const dictionary = text.slice(at)
  const name = hexText(/\/Name <FEFF([0-9A-F]*)>/.exec(dictionary)?.[1])
  const reason = hexText(/\/Reason <FEFF([0-9A-F]*)>/.exec(dictionary)?.[1])
  return {
    name,
    reportId: UUID.exec(reason)?.[0] ?? null,
    signedAt: timeOf(/\/M \(D:(\d{14})/.exec(dictionary)?.[1]),
  }
}

function hexText(hex = ''): string {
  const units = hex.match(/.{4}/g) ?? []
  return String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16)))
}

function timeOf(digits = ''): Date | null {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(digits) ?? []
  return year ? new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) : null
}
