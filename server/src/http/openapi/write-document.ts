import type { Document } from '../../core/contracts/openapi-document.ts'

const LINE_MAX = 110

/** The document as a file that people can read and compare: what fits on a line stands on one. */
export function writeDocument(document: Document): string {
  // What is undefined does not become JSON.
  return `${write(JSON.parse(JSON.stringify(document)), '', '')}\n`
}

function write(value: unknown, key: string, indent: string): string {
  const line = onOneLine(value)
  // An example is one thing, however long it is.
  if (indent.length + key.length + line.length <= LINE_MAX || key === 'value') return line
  const inner = `${indent} `
  if (Array.isArray(value))
    return `[\n${value.map((item) => inner + write(item, '', inner)).join(',\n')}\n${indent}]`
  if (typeof value !== 'object' || value === null) return line
  const fields = Object.entries(value).map(
    ([name, field]) => `${inner}${JSON.stringify(name)}: ${write(field, name, inner)}`,
  )
  return `{\n${fields.join(',\n')}\n${indent}}`
}

function onOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).map(([name, field]) => `${JSON.stringify(name)}: ${onOneLine(field)}`)
  return `{${fields.join(', ')}}`
}
