type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** Records have names of their own; everything else that is referred to is put where it is used. */
const isRecord = (part: Json): boolean =>
  typeof part === 'object' && part !== null && !Array.isArray(part) && hasKey(part.properties, 'object_type')

const hasKey = (part: Json | undefined, key: string): boolean =>
  typeof part === 'object' && part !== null && key in part

/** A document of the interface with its shared parameters, responses and schemas in their places. */
export function expandDocument<Document extends object>(document: Document): Document {
  // A document is JSON that was parsed, or is about to be written.
  const root: Json = JSON.parse(JSON.stringify(document))
  return expand(root, root) as Document
}

function expand(part: Json, root: Json): Json {
  if (Array.isArray(part)) return part.map((item) => expand(item, root))
  if (typeof part !== 'object' || part === null) return part
  const { $ref, ...beside } = part
  if (typeof $ref === 'string' && !$ref.startsWith('#/components/headers/')) {
    const target = targetOf($ref, root)
    if (!isRecord(target)) return { ...Object(expand(target, root)), ...beside }
  }
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, expand(value, root)]))
}

function targetOf($ref: string, root: Json): Json {
  const target = $ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, key) => Reflect.get(Object(at), key), root)
  if (target === undefined) throw new Error(`${$ref} leads nowhere`)
  // What is found in JSON is JSON.
  return target as Json
}
