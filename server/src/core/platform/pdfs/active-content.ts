import { objectTexts } from './object-texts.ts'

const WHITE = '[\\0\\t\\n\\f\\r ]'
/** What may stand between two words (ISO 32000-2, 7.2.4). */
const GAP = `(?:${WHITE}|%[^\\r\\n]*[\\r\\n])*`
const END = '(?=[\\0\\t\\n\\f\\r ()<>\\[\\]{}/%]|$)'
const REFERENCE = `\\d+${GAP}\\d+${GAP}R`

/**
 * What makes a PDF act by itself or at a click, by the name that stands for it (ISO 32000-2, 12.6). Short names must be
 * followed by what follows them in a PDF: three letters stand in every large picture somewhere.
 */
const ACTIVE: Record<string, RegExp> = {
  JavaScript: patternOfName('JavaScript'),
  Launch: patternOfName('Launch'),
  EmbeddedFile: patternOfName('EmbeddedFiles?'),
  GoToR: patternOfName('GoToR'),
  GoToE: patternOfName('GoToE'),
  SubmitForm: patternOfName('SubmitForm'),
  ImportData: patternOfName('ImportData'),
  Rendition: patternOfName('Rendition'),
  RichMedia: patternOfName('RichMedia\\w*'),
  // A list is a place to show first, which common programs write into every file. Anything else is an action.
  OpenAction: new RegExp(`/OpenAction(?!${GAP}\\[)${END}`),
  AA: new RegExp(`/AA${GAP}(<<|${REFERENCE})`),
  XFA: new RegExp(`/XFA${GAP}(\\[|\\(|${REFERENCE})`),
  // What is encrypted cannot be looked at.
  Encrypt: new RegExp(`/Encrypt${GAP}(<<|${REFERENCE})`),
}
/** Objects can be packed into streams. Packed in one of these ways, they are not looked at. */
const OPAQUE = patternOfName('(LZWDecode|LZW|RunLengthDecode|RL|Crypt)')
/** A table of objects that names streams of objects: by its type, or by the widths of its columns alone. */
const OBJECT_STREAMS = new RegExp(`/(ObjStm|XRef|XRefStm)${END}`)

function patternOfName(name: string): RegExp {
  return new RegExp(`/${name}${END}`)
}

/**
 * The names of what is active in a PDF. No table and no dictionary of the file is believed, because readers differ in
 * what they make of a broken one: every byte is looked at, and every stream that could hold objects is unpacked.
 */
export function findActiveContent(pdf: Buffer): string[] {
  const found = new Set<string>()
  const text = decodedNames(pdf.toString('latin1'))
  addActive(text, found)
  let isOpaque = OPAQUE.test(text)
  for (const objects of objectTexts(pdf, text)) {
    if (objects === null) return [...found, 'unreadable'].sort()
    const names = decodedNames(objects)
    addActive(names, found)
    // A filter can be named from inside another stream.
    isOpaque ||= OPAQUE.test(names)
  }
  if (isOpaque && OBJECT_STREAMS.test(text)) found.add('unreadable')
  return [...found].sort()
}

function addActive(text: string, found: Set<string>): void {
  for (const [name, pattern] of Object.entries(ACTIVE)) if (pattern.test(text)) found.add(name)
}

/** ISO 32000-2, 7.3.5: any character of a name can be written as two hexadecimal digits. */
function decodedNames(text: string): string {
  return text.replace(/#([0-9a-fA-F]{2})/g, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16)))
}
