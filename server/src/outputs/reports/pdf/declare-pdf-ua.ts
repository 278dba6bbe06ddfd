import { editObjects, readDictionary, referenceOf, withStream } from './edit-objects.ts'

// PDF/A wants every property of its metadata described that it does not know itself (ISO 19005-3, 6.6.2.3).
const property = (name: string, valueType: string, description: string) =>
  `<rdf:li rdf:parseType="Resource"><pdfaProperty:category>internal</pdfaProperty:category><pdfaProperty:description>${description}</pdfaProperty:description><pdfaProperty:name>${name}</pdfaProperty:name><pdfaProperty:valueType>${valueType}</pdfaProperty:valueType></rdf:li>`
const SCHEMA = `<rdf:li rdf:parseType="Resource"><pdfaSchema:schema>PDF/UA Universal Accessibility Schema</pdfaSchema:schema><pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI><pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq>${property('part', 'Integer', 'Indicates, which part of ISO 14289 standard is followed')}</rdf:Seq></pdfaSchema:property></rdf:li>`

/**
 * The PDF/A-3a file as one that is PDF/UA-1 too. Typst writes one standard at a time; what it writes for PDF/UA-1 differs
 * from this by these two entries alone, which a test holds against its own.
 */
export function declarePdfUa(pdf: Buffer): Buffer {
  const catalog = referenceOf(pdf, 'Root')
  const catalogAt = pdf.lastIndexOf(`\n${catalog} 0 obj\n`)
  const metadataNumber = referenceOf(pdf.subarray(0, pdf.indexOf('endobj', catalogAt)), 'Metadata')
  return editObjects(pdf, (object, number) => {
    if (number === catalog) {
      // False is what it is without being written (ISO 32000-1, table 321), and Poppler takes what is written for wrong.
      const plain = replaceText(object, '\n    /Suspects false', '')
      return [replaceText(plain, '/ViewerPreferences <<', '/ViewerPreferences <<\n    /DisplayDocTitle true')]
    }
    if (number !== metadataNumber) return null
    const found = readDictionary(object)
    if (!found) throw new Error('the metadata have no stream')
    const end = object.lastIndexOf('\nendstream')
    let metadata = object.subarray(found.streamAt, end)
    metadata = replaceText(
      metadata,
      'xmlns:pdfaid=',
      'xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"  xmlns:pdfaid=',
    )
    metadata = replaceText(
      metadata,
      '<pdfaExtension:schemas><rdf:Bag>',
      `<pdfaExtension:schemas><rdf:Bag>${SCHEMA}`,
    )
    metadata = replaceText(metadata, '<pdfaid:part>', '<pdfuaid:part>1</pdfuaid:part><pdfaid:part>')
    return withStream(found.dictionary, metadata)
  })
}

function replaceText(bytes: Buffer, text: string, by: string): Buffer {
  const at = bytes.indexOf(text)
  if (at < 0) throw new Error(`the PDF is not written as expected: ${text} is missing`)
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(by), bytes.subarray(at + text.length)])
}
