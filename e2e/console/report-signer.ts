import { makeSignatory, signingFiles } from '../../testing/signing-keys.ts'

/** Settings of a service that signs its reports, with a key made for it in this folder. */
export function createReportSigner(folder: string) {
  const signatory = makeSignatory(folder, 'reports', {
    kind: 'rsa:2048',
    subject: '/O=Alder Rentals/CN=Reports',
    extensions: ['keyUsage=digitalSignature'],
  })
  return { ...signingFiles(signatory), SERVICE_NAME: 'Alder Rentals Inspections' }
}
