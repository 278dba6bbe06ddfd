import { OWN_MODELS_DIR, readManifests, readWeights } from '../../analysis/inference/read-manifests.ts'
import { REQUIRED_MODELS } from '../../analysis/task-analyses.ts'
import type { Config } from '../../core/platform/config.ts'
import { type Check, fault, ok, reasonOf } from './check.ts'

/** The weights on this machine, against the digests of their manifests; or the server that runs them. */
export async function checkModels(config: Config): Promise<Check[]> {
  const folder = config.MODELS_DIR ?? OWN_MODELS_DIR
  const found = await readManifests(folder).catch(() => [])
  const lacking = REQUIRED_MODELS.filter((name) => !found.some((model) => model.name === name))
  const checks = lacking.map((name) =>
    fault('models', `${name} is not in ${folder}`, 'Copy the folder of the model from the release.'),
  )
  if (config.INFERENCE_URL) return [...checks, await checkServer(config.INFERENCE_URL)]
  for (const model of found) {
    try {
      if ('fault' in model) throw new Error(model.fault)
      // One after the other: all of them at once would fill the memory of a small machine.
      await readWeights(model.folder, model.manifest)
    } catch (error) {
      checks.push(
        fault(
          'models',
          `${model.name}: ${reasonOf(error)}`,
          'Copy the folder of the model from the release.',
        ),
      )
    }
  }
  return checks.length > 0 ? checks : [ok('models', `${found.length} with the right digests`)]
}

async function checkServer(url: string): Promise<Check> {
  try {
    const address = `${url.replace(/\/+$/, '')}/v2/health/ready`
    const answer = await fetch(address, { signal: AbortSignal.timeout(10_000) })
    const body = await answer.text()
    if (answer.ok) return ok('models', `the model server at ${url} is ready`)
    return fault('models', `the model server is not ready: ${body.slice(0, 300)}`, 'Look at its log.')
  } catch (error) {
    return fault(
      'models',
      `no model server at ${url}: ${reasonOf(error)}`,
      'Check INFERENCE_URL, and start it.',
    )
  }
}
