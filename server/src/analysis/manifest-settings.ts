import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import type { Manifest } from './inference/manifest.ts'

/** The classes and parameters of a manifest as its task needs them, or an error that says what is wrong with them. */
export function manifestSettings<Schema extends TSchema>(
  schema: Schema,
  { name, version, classes, parameters }: Manifest,
): Static<Schema> {
  const settings: unknown = { classes, parameters }
  if (Value.Check(schema, settings)) return settings
  const mistakes = Value.Errors(schema, settings).map((error) => `${error.instancePath} ${error.message}`)
  throw new Error(`the manifest of ${name} ${version} is wrong: ${mistakes.join('; ')}`)
}
