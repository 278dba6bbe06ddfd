import { deflateRawSync, deflateSync } from 'node:zlib'
import { pdfOf } from './small-pdf.ts'

const PAGES = [
  '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>',
]
const script = '<< /S /JavaScript /JS (app.alert(1)) >>'

const catalog = (entries: string, ...more: (string | Buffer)[]) =>
  pdfOf([`<< /Type /Catalog /Pages 2 0 R ${entries} >>`, ...PAGES, ...more])
const link = (action: string) => catalog('', `<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A ${action} >>`)

function packed(bytes: Buffer, entries: string, keyword = 'stream\n'): Buffer {
  return Buffer.concat([
    Buffer.from(`<< /Type /ObjStm /N 1 /First 4 ${entries} /Length ${bytes.length} >>\n${keyword}`),
    bytes,
    Buffer.from('\nendstream'),
  ])
}
const inStream = (stream: Buffer) => catalog('', stream)
const objects = (action = script, before = '') => Buffer.from(`${before}7 0 ${action}`, 'latin1')

function ascii85(bytes: Buffer): Buffer {
  let text = ''
  for (let at = 0; at < bytes.length; at += 4) {
    const group = bytes.subarray(at, at + 4)
    let value = Buffer.concat([group, Buffer.alloc(4 - group.length)]).readUInt32BE()
    let letters = ''
    for (let n = 0; n < 5; n++) {
      letters = String.fromCharCode((value % 85) + 33) + letters
      value = Math.floor(value / 85)
    }
    text += letters.slice(0, group.length + 1)
  }
  return Buffer.from(`${text}~>`, 'latin1')
}

/** Rows of five bytes, each behind a tag, so that no name of the objects stands in one piece. */
function pngRows(bytes: Buffer, columns: number, up: boolean): Buffer {
  const rows: Buffer[] = []
  for (let at = 0; at < bytes.length; at += columns) {
    const row = Buffer.alloc(columns, 32)
    bytes.copy(row, 0, at, at + columns)
    const before = at === 0 || !up ? Buffer.alloc(columns) : pad(bytes.subarray(at - columns, at), columns)
    rows.push(Buffer.from([up ? 2 : 0, ...row.map((byte, n) => (byte - (before[n] ?? 0)) & 255)]))
  }
  return Buffer.concat(rows)
}
const pad = (bytes: Buffer, length: number) => Buffer.concat([bytes, Buffer.alloc(length - bytes.length, 32)])

const flate = '/Filter /FlateDecode'
const appended = (before: Buffer, text: string) => Buffer.concat([before, Buffer.from(`\n${text}\n%%EOF`)])

/** Files that would act when somebody opens them, by what is found in them. */
export const HOSTILE_PDFS: Record<string, [found: string, pdf: Buffer]> = {
  'a script on opening': ['JavaScript', catalog(`/OpenAction ${script}`)],
  'a script by name': ['JavaScript', catalog('/Names << /JavaScript << /Names [(a) 4 0 R] >> >>', script)],
  'a script behind a link': ['JavaScript', link(script)],
  'a script in an escaped name': ['JavaScript', link('<< /S /J#61va#53cript /JS (x) >>')],
  'a script in a wholly escaped name': [
    'JavaScript',
    link('<< /S /#4a#61#76#61#53#63#72#69#70#74 /JS (x) >>'),
  ],
  'an action on opening by reference': ['OpenAction', catalog('/OpenAction 4 0 R', '<< /S /URI /URI (x) >>')],
  'an action on opening behind a comment': [
    'OpenAction',
    catalog('/OpenAction %[\n4 0 R', '<< /S /Named >>'),
  ],
  'additional actions of the document': ['AA', catalog('/AA << /WC 4 0 R >>', '<< /S /Named /N /Print >>')],
  'additional actions by reference': ['AA', catalog('/AA 4 0 R', '<< /WS 5 0 R >>')],
  'additional actions behind a comment': ['AA', catalog('/AA%c\r<< /WC 4 0 R >>')],
  'additional actions in an escaped name': ['AA', catalog('/#41A << /WC 4 0 R >>')],
  launching: ['Launch', link('<< /S /Launch /F (cmd.exe) >>')],
  'another document': ['GoToR', link('<< /S /GoToR /F (//host/share) /D [0 /Fit] >>')],
  'an embedded document': ['GoToE', link('<< /S /GoToE /T << /R /C /N (a) >> >>')],
  'sending a form': ['SubmitForm', link('<< /S /SubmitForm /F (https://example.org) >>')],
  'importing data': ['ImportData', link('<< /S /ImportData /F (a.fdf) >>')],
  'a rendition': ['Rendition', link('<< /S /Rendition /OP 0 /R 5 0 R >>')],
  'rich media': ['RichMedia', catalog('', '<< /Type /Annot /Subtype /RichMedia /RichMediaContent 5 0 R >>')],
  'a file inside': ['EmbeddedFile', catalog('/Names << /EmbeddedFiles << /Names [(a) 4 0 R] >> >>')],
  'a form of XML': ['XFA', catalog('/AcroForm << /XFA %c\n[(template) 4 0 R] >>')],
  encryption: ['Encrypt', pdfOf(['<< /Type /Catalog >>'], '/Encrypt 4 0 R')],
  'encryption behind a comment': ['Encrypt', pdfOf(['<< /Type /Catalog >>'], '/Encrypt%c\n4 0 R')],
  'an object stream': ['JavaScript', inStream(packed(deflateSync(objects()), flate))],
  'an object stream with a blank after its keyword': [
    'JavaScript',
    inStream(packed(deflateSync(objects()), flate, 'stream \r\n')),
  ],
  'an object stream with a carriage return after its keyword': [
    'JavaScript',
    inStream(packed(deflateSync(objects()), flate, 'stream\r')),
  ],
  'an object stream with a comment before its numbers': [
    'JavaScript',
    inStream(packed(deflateSync(objects(script, '%c\n')), flate)),
  ],
  'an object stream with a long comment before its numbers': [
    'JavaScript',
    inStream(packed(deflateSync(objects(script, `%${'c'.repeat(200_000)}\n`)), flate)),
  ],
  'an object stream with blanks before its numbers': [
    'Launch',
    inStream(packed(deflateSync(objects('<< /S /Launch >>', '\0'.repeat(100_000))), flate)),
  ],
  'an object stream with a comment between its numbers': [
    'JavaScript',
    inStream(packed(deflateSync(Buffer.from(`7%c\n0 ${script}`)), flate)),
  ],
  'an object stream packed twice': [
    'JavaScript',
    inStream(packed(deflateSync(deflateSync(objects())), '/Filter [/FlateDecode /FlateDecode]')),
  ],
  'an object stream packed three times': [
    'GoToR',
    inStream(
      packed(deflateSync(deflateSync(deflateSync(objects('<< /S /GoToR >>')))), '/Filter [/Fl /Fl /Fl]'),
    ),
  ],
  'an object stream packed ten times': [
    'unreadable',
    inStream(
      packed(
        Array(10)
          .fill(0)
          .reduce<Buffer>((bytes) => deflateSync(bytes), objects()),
        flate,
      ),
    ),
  ],
  'an object stream as hexadecimal digits': [
    'JavaScript',
    inStream(packed(Buffer.from(`${objects().toString('hex')}>`), '/Filter /ASCIIHexDecode')),
  ],
  'a packed object stream as hexadecimal digits': [
    'JavaScript',
    inStream(packed(Buffer.from(deflateSync(objects()).toString('hex')), '/Filter 9 0 R')),
  ],
  'an object stream in base 85': [
    'JavaScript',
    inStream(packed(ascii85(deflateSync(objects())), '/Filter [/ASCII85Decode /FlateDecode]')),
  ],
  'an object stream in another packing': [
    'unreadable',
    inStream(packed(Buffer.from([0x80, 0x0b]), '/Filter /LZWDecode')),
  ],
  'an object stream in runs': [
    'unreadable',
    inStream(packed(Buffer.from([1, 55]), '/Filter /RunLengthDecode')),
  ],
  'an object stream in rows': [
    'JavaScript',
    inStream(
      packed(
        deflateSync(pngRows(objects(), 5, false)),
        `${flate} /DecodeParms << /Predictor 10 /Columns 5 >>`,
      ),
    ),
  ],
  'an object stream in rows that differ': [
    'SubmitForm',
    inStream(
      packed(
        deflateSync(pngRows(objects('<< /S /SubmitForm >>'), 4, true)),
        `${flate} /DecodeParms << /Predictor 12 /Columns 4 >>`,
      ),
    ),
  ],
  'an object stream that says it is a picture': [
    'JavaScript',
    inStream(packed(deflateSync(objects()), `/Subtype /Image /Width 1 ${flate}`)),
  ],
  'an object stream without a right check': [
    'JavaScript',
    inStream(packed(Buffer.concat([Buffer.from([0x78, 0]), deflateRawSync(objects())]), flate)),
  ],
  'additional actions in an object stream': [
    'AA',
    inStream(packed(deflateSync(objects('<< /Type /Catalog /AA << /WC 9 0 R >> >>')), flate)),
  ],
  'a broken table': [
    'Launch',
    Buffer.from(`%PDF-1.4\n1 0 obj << /A << /S /Launch >> >> endobj\nstartxref\n99999\n%%EOF`),
  ],
  'an update that adds an action': [
    'JavaScript',
    appended(
      catalog(''),
      `1 0 obj\n<< /Type /Catalog /Pages 2 0 R /OpenAction ${script} >>\nendobj\ntrailer\n<< /Root 1 0 R >>`,
    ),
  ],
  'an object hidden in the bytes of a picture': [
    'Launch',
    catalog(
      '',
      Buffer.concat([
        Buffer.from('<< /Subtype /Image /Length 60 >>\nstream\n'),
        Buffer.from('9 0 obj << /S /Launch /F (a) >> endobj'),
        Buffer.from('\nendstream'),
      ]),
    ),
  ],
}
