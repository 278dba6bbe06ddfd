import { deflateSync } from 'node:zlib'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { describe, expect, it } from 'vitest'
import { HOSTILE_PDFS } from '../../../../test/hostile-pdfs.ts'
import { findActiveContent } from './active-content.ts'

const pdf = (text: string) =>
  Buffer.from(`%PDF-1.7\n1 0 obj\n<< /Type /Catalog ${text} >>\nendobj\n%%EOF`, 'latin1')

function streamPdf(content: string, entries = '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode'): Buffer {
  const packed = deflateSync(Buffer.from(content, 'latin1'))
  const head = Buffer.from(`%PDF-1.7\n1 0 obj\n<< ${entries} /Length ${packed.length} >>\nstream\r\n`)
  return Buffer.concat([head, packed, Buffer.from('\nendstream\nendobj\n%%EOF')])
}

const MIB = 1024 * 1024

describe('findActiveContent', () => {
  it.each([
    ['JavaScript', pdf('/A << /S /JavaScript /JS (app.alert(1)) >>')],
    ['JavaScript', pdf('/A << /S /J#61va#53cript /JS (app.alert(1)) >>')],
    ['JavaScript', pdf('/Names<</JavaScript<</Names[]>>>>')],
    ['Launch', pdf('/A << /S /Launch /F (cmd.exe) >>')],
    ['EmbeddedFile', pdf('/Names << /EmbeddedFiles << /Names [(a) 2 0 R] >> >>')],
    ['OpenAction', pdf('/OpenAction << /S /URI /URI (https://example.org) >>')],
    ['OpenAction', pdf('/OpenAction 5 0 R')],
    ['XFA', pdf('/AcroForm << /XFA [(template) 3 0 R] >>')],
    ['Encrypt', pdf('/Encrypt 4 0 R')],
    ['JavaScript', streamPdf('7 0 << /S /JavaScript /JS (x) >>')],
    ['Launch', streamPdf('7 0 << /S /L#61unch /F (x) >>', '/Filter /FlateDecode')],
  ])('finds %s', (name, bytes) => {
    expect(findActiveContent(bytes)).toEqual([name])
  })

  it.each([
    ['a plain file', pdf('/Pages 2 0 R')],
    ['a place to show first, as common programs write it', pdf('/OpenAction [3 0 R /FitH null]')],
    ['links to pages of the web', pdf('/A << /S /URI /URI (https://example.org) >>')],
    ['words that only begin alike', pdf('/JavaScripted 1 /Launcher 2 /XFAB 3 /OpenActions 4')],
    ['objects in a stream that do nothing', streamPdf('7 0 << /Type /Page >>')],
    ['a packed picture', streamPdf('\x00\x01/JavaScript \x02', '/Subtype /Image /Filter /FlateDecode')],
    ['text in another packing and no object streams', pdf('/Filter /ASCII85Decode')],
  ])('finds nothing in %s', (_name, bytes) => {
    expect(findActiveContent(bytes)).toEqual([])
  })

  it.each(Object.keys(HOSTILE_PDFS))('finds what acts in a file with %s', (name) => {
    const [found, bytes] = HOSTILE_PDFS[name] ?? ['', Buffer.alloc(0)]
    expect(findActiveContent(bytes)).toContain(found)
  })

  it('finds nothing in what Typst makes', () => {
    const mainFileContent = '= Damages\n#link("https://example.org")[AA OpenAction] #rect(fill: red)'
    const made = NodeCompiler.create({}).pdf({ mainFileContent })
    expect(findActiveContent(Buffer.from(made))).toEqual([])
  })

  it('finds nothing in a black picture, which begins with blanks and never ends', () => {
    const packed = deflateSync(Buffer.alloc(8 * MIB))
    const head = `%PDF-1.7\n1 0 obj\n<< /Subtype /Image /Filter /FlateDecode /DecodeParms << /Predictor 15 /Colors 3 /Columns 4000 >> >>\nstream\n`
    expect(findActiveContent(Buffer.concat([Buffer.from(head), packed]))).toEqual([])
  })

  it('refuses objects that unpack to more than a document has', () => {
    expect(findActiveContent(streamPdf(`7 0 ${' '.repeat(65 * MIB)}`))).toEqual(['unreadable'])
  })
})
