import type { Document } from '../../core/contracts/openapi-document.ts'

const LINE_MAX = 400

/** The document as a file that people can read and compare: what fits on a line stands on one, without spaces. */
export function writeDocument(document: Document): string {
  // What is undefined does not become JSON.
  return `${write(JSON.parse(JSON.stringify(document)), '', '')}\n`
}

function write(value: unknown, key: string, indent: string): string {
  const line = JSON.stringify(value)
  if (indent.length + key.length + line.length <= LINE_MAX || isOneThing(value, key)) return line
  const inner = `${indent} `
  if (Array.isArray(value))
    return `[\n${value.map((item) => inner + write(item, '', inner)).join(',\n')}\n${indent}]`
  const fields = Object.entries(Object(value)).map(
    ([name, field]) => `${inner}${JSON.stringify(name)}:${write(field, name, inner)}`,
  )
  return `{\n${fields.join(',\n')}\n${indent}}`
}

/** An example is read as a whole, and so are plain values and references: the headers of an answer, a list of names. */
function isOneThing(value: unknown, key: string): boolean {
  if (key === 'value' || typeof value !== 'object' || value === null) return true
  return Object.values(value).every((part) => typeof part !== 'object' || part === null || '$ref' in part)
}
