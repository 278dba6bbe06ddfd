import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv'
import { Problem } from './problems.ts'
import { snakeCase } from './snake-case.ts'

const OPTIONS = {
  allErrors: false,
  useDefaults: true,
  strict: true,
  strictTypes: false,
  keywords: ['x-resource'],
} satisfies Options

// Unknown keys of a body are dropped, as old clients send many. An unknown filter is refused: a list that
// ignores one shows what the caller did not ask for.
const bodies = new Ajv({ ...OPTIONS, removeAdditional: true, coerceTypes: false })
// Else what is read as infinite, such as 1e400, would pass every minimum and maximum.
const queries = new Ajv({ ...OPTIONS, removeAdditional: false, coerceTypes: true, strictNumbers: false })

type Schema = {
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  additionalProperties?: Schema | boolean
}

/**
 * A function that returns the value in its schema's form or throws the problem that names each mistake. It is made when it is
 * first called: to make those of all operations takes a fifth of a start, and a process needs few of them.
 */
export function compileSchema(
  schema: object,
  part: 'body' | 'query' | 'params' | 'headers',
): (value: unknown) => unknown {
  let validate: ValidateFunction | undefined
  return (value) => {
    validate ??= (part === 'body' ? bodies : queries).compile(schema)
    if (part === 'query') requireText(value)
    const renamed = snakeKeys(schema, value)
    if (validate(renamed)) return renamed
    throw new Problem('request_invalid', {}, (validate.errors ?? []).map(describe))
  }
}

/** Bodies pass parseJson(); a query can bring U+0000 too, which PostgreSQL cannot hold. */
function requireText(values: unknown): void {
  for (const [field, value] of Object.entries({ ...(typeof values === 'object' ? values : {}) }))
    if (typeof value === 'string' && value.includes('\0'))
      throw new Problem('request_invalid', {}, [{ field, message: 'must not contain U+0000' }])
}

function describe(error: ErrorObject): { field: string; message: string } {
  const missing = 'missingProperty' in error.params ? `/${error.params.missingProperty}` : ''
  const extra = 'additionalProperty' in error.params ? `/${error.params.additionalProperty}` : ''
  const allowed = 'allowedValues' in error.params ? `: ${error.params.allowedValues.join(', ')}` : ''
  const field = `${error.instancePath}${missing}${extra}`.slice(1).replaceAll('/', '.')
  return { field, message: `${error.message ?? 'is not valid'}${allowed}` }
}

/**
 * The wire is snake_case; the interface specification documents camelCase. Both are read, but only where the
 * schema knows the key: what a client stores in additional_data keeps its own spelling.
 */
function snakeKeys(schema: Schema, value: unknown): unknown {
  const shapes = shapesOf(schema)
  if (Array.isArray(value)) {
    const items = shapes.find((shape) => shape.items)?.items
    return items ? value.map((item) => snakeKeys(items, item)) : value
  }
  if (typeof value !== 'object' || value === null) return value
  // Free data can have tens of thousands of keys, and none of them is known.
  if (!shapes.some((shape) => shape.properties || typeof shape.additionalProperties === 'object'))
    return value
  const known = (key: string) =>
    shapes.find((shape) => Object.hasOwn(shape.properties ?? {}, key))?.properties?.[key]
  const others = shapes.map((shape) => shape.additionalProperties).find((other) => typeof other === 'object')
  const renamed: Record<string, unknown> = {}
  for (const [key, item] of Object.entries(value)) {
    const snake = snakeCase(key)
    const name =
      known(key) === undefined && known(snake) !== undefined && !Object.hasOwn(value, snake) ? snake : key
    renamed[name] = snakeKeys(known(name) ?? others ?? {}, item)
  }
  return renamed
}

function shapesOf(schema: Schema): Schema[] {
  return [schema, ...(schema.anyOf ?? []).flatMap(shapesOf)]
}
