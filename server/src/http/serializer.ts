import fastJsonStringify, { type Schema } from 'fast-json-stringify'
import type { App } from '../core/platform/app.ts'

type Node = { [key: string]: unknown }

/**
 * Answers are written by functions that are made from their schemas, so that nothing undeclared gets out. Here the
 * schemas say the same in words that the maker of these functions turns into plain code: it runs a validator over every
 * value of an `anyOf`, and looks at every key of what is passed on as it is.
 */
export function registerSerializer(app: App): void {
  let named: Record<string, Schema> | undefined
  const write = (schema: unknown) => {
    // What comes out is a JSON Schema again, as what went in is.
    named ??= plainOf(app.getSchemas(), app) as Record<string, Schema>
    return fastJsonStringify(plainOf(schema, app) as Schema, { schema: named })
  }
  // Hundreds of answers are problems, and all problems look alike.
  const made = new Map<string, (answer: unknown) => string>()
  app.setSerializerCompiler(({ schema }) => {
    const text = JSON.stringify(schema)
    const serialize = made.get(text) ?? onFirstUse(() => write(schema))
    made.set(text, serialize)
    return serialize
  })
}

/** All of them together take half a second, most of what a start takes; one takes a few milliseconds. */
function onFirstUse(make: () => (answer: unknown) => string): (answer: unknown) => string {
  let serialize: ((answer: unknown) => string) | undefined
  return (answer) => {
    serialize ??= make()
    return serialize(answer)
  }
}

function plainOf(schema: unknown, app: App): unknown {
  if (Array.isArray(schema)) return schema.map((one) => plainOf(one, app))
  if (!isNode(schema)) return schema
  if (isFree(schema)) return {}
  const value = nullableOf(schema)
  if (value) {
    const { $id: _, ...declared } = declarationOf(value, app)
    const plain = plainOf(declared, app)
    // Free, or one of several: no plain code for it.
    if (isNode(plain) && plain.type) return { ...plain, nullable: true }
  }
  return Object.fromEntries(Object.entries(schema).map(([key, one]) => [key, plainOf(one, app)]))
}

/** What may be instead of null. */
function nullableOf({ anyOf }: Node): Node | null {
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return null
  const [value, none] = anyOf
  return isNode(value) && isNode(none) && none.type === 'null' ? value : null
}

function declarationOf(schema: Node, app: App): Node {
  const named = typeof schema.$ref === 'string' ? app.getSchema(schema.$ref.replace(/#$/, '')) : null
  return isNode(named) ? named : schema
}

/** Passed on as it is. */
function isFree({ type, additionalProperties, properties }: Node): boolean {
  return type === 'object' && additionalProperties === true && properties === undefined
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null
