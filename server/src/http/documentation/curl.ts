import {
  JSON_TYPE,
  MULTIPART_TYPE,
  type Operation,
  type Parameter,
} from '../../core/contracts/openapi-document.ts'

/** A command that makes the first example's request. `$TOKEN` is for the reader to set. */
export function curlOf(method: string, path: string, operation: Operation, server: string): string {
  const parameters = operation.parameters ?? []
  const sent = parameters.filter(({ in: place, example }) => place === 'query' && example !== undefined)
  const query = sent.map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`).join('&')
  const address = `${server.replace(/\/+$/, '')}${fillPath(path, parameters)}${query ? `?${query}` : ''}`
  const needsToken = operation.security?.length !== 0
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}'${address}'`,
    ...(needsToken ? [`-H "Authorization: Bearer $TOKEN"`] : []),
    ...bodyOf(operation),
  ]
  return lines.join(' \\\n  ')
}

function fillPath(path: string, parameters: readonly Parameter[]): string {
  return path.replace(/\{(\w+)\}/g, (all, name) => {
    const example = parameters.find(
      (parameter) => parameter.in === 'path' && parameter.name === name,
    )?.example
    return example === undefined ? all : encodeURIComponent(String(example))
  })
}

function bodyOf(operation: Operation): string[] {
  const content = operation.requestBody?.content ?? {}
  const [json] = Object.values(content[JSON_TYPE]?.examples ?? {})
  if (json) return [`-H 'Content-Type: ${JSON_TYPE}'`, `-d '${quoteForShell(readableJson(json.value))}'`]
  const [form] = Object.values(content[MULTIPART_TYPE]?.examples ?? {})
  return Object.entries(Object(form?.value)).map(([name, value]) => formPart(name, value))
}

function formPart(name: string, value: unknown): string {
  if (typeof value !== 'string') return `-F '${name}=${quoteForShell(readableJson(value))}'`
  const [file = 'file'] = /[\w-]+\.\w+/.exec(value) ?? []
  return `-F '${name}=@${file}'`
}

/** JSON over several lines, with lists of numbers such as points on one. */
export function readableJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(/\[\n\s+([^[\]{}"]*?)\n\s+\]/g, (_all, numbers: string) => {
    return `[${numbers.replace(/\s+/g, ' ')}]`
  })
}

/** A single quote cannot stand inside single quotes. */
function quoteForShell(text: string): string {
  return text.replaceAll("'", `'\\''`)
}
