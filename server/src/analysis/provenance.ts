import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Provenance } from '../core/contracts/findings.ts'
import type { Config } from '../core/platform/config.ts'
import type { AnalysisContext, WorkingPicture } from './working-picture.ts'

const Package = Type.Object({ version: Type.String() })

// The code of a running process does not change, so its version is read once.
const RELEASE: Static<typeof Package> = Value.Parse(
  Package,
  JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')),
)

/** The release, with the revision it was built from where the build says so. */
function codeVersion(config: Config): string {
  return config.BUILD_REVISION ? `${RELEASE.version}+${config.BUILD_REVISION}` : RELEASE.version
}

/** What a result was made with, for the models a pipeline says it used. */
export function provenanceOf(
  ctx: AnalysisContext,
  picture: WorkingPicture,
  used: { models: readonly string[]; parameters: Record<string, unknown> },
): Provenance {
  return {
    models: used.models.map((name) => {
      const { version, sha256 } = ctx.models.get(name).manifest
      return { name, version, sha256 }
    }),
    code_version: codeVersion(ctx.config),
    parameters: used.parameters,
    input_sha256: picture.sha256,
  }
}

/** The one line that names what made a result: its first model, or our own code where none was asked. */
export function originOf({ models, code_version }: Provenance): string {
  const [first] = models
  return first ? `${first.name}@${first.version}` : `walkaround@${code_version}`
}
