import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCalls } from '../src/analysis/inference/batch-calls.ts'
import { makeGolden } from '../src/analysis/inference/check-golden.ts'
import { openModels, openRuntime } from '../src/analysis/inference/open-models.ts'
import { OWN_MODELS_DIR, readManifests, weightsFile } from '../src/analysis/inference/read-manifests.ts'
import { createLog } from '../src/core/platform/log.ts'

const USAGE = `Usage: pnpm models check           checks every model as the service does at its start
       pnpm models golden <name>   records what the model answers, in its golden.json
       pnpm models accept <name>   puts the digest of the weights into its manifest.json, then records`

const config = {
  MODELS_DIR: OWN_MODELS_DIR,
  INFERENCE_THREADS: 1,
  INFERENCE_URL: undefined,
  INFERENCE_TIMEOUT_MS: 30_000,
}
const log = createLog('silent', 'models')

async function check(): Promise<number> {
  const models = await openModels(config, log)
  const faults = models.findFaults()
  for (const fault of faults) console.log(fault)
  console.log(faults.length === 0 ? 'every model answers as recorded' : `${faults.length} cannot be used`)
  await models.close()
  return faults.length === 0 ? 0 : 1
}

/** The one line is replaced, so that the file keeps its form. */
async function writeDigest(name: string): Promise<void> {
  const found = (await readManifests(OWN_MODELS_DIR)).find((model) => model.name === name)
  if (!found || 'fault' in found) throw new Error(`${name}: ${found?.fault ?? 'there is no such model'}`)
  const digest = createHash('sha256')
    .update(readFileSync(weightsFile(found.folder, found.manifest)))
    .digest('hex')
  const file = join(found.folder, 'manifest.json')
  writeFileSync(file, readFileSync(file, 'utf8').replace(found.manifest.sha256, digest))
  console.log(`wrote models/${name}/manifest.json`)
}

async function writeGolden(name: string): Promise<void> {
  const { runtime, found } = await openRuntime(config, log)
  try {
    const model = found.find((one) => one.name === name)
    if (!model || 'fault' in model) throw new Error(`${name}: ${model?.fault ?? 'there is no such model'}`)
    const golden = await makeGolden(createCalls(runtime), model.manifest)
    writeFileSync(join(model.folder, 'golden.json'), `${JSON.stringify(golden)}\n`)
    console.log(`wrote models/${name}/golden.json`)
  } finally {
    await runtime.close()
  }
}

const [command, name = ''] = process.argv.slice(2)
if (command === 'check') process.exit(await check())
if (command !== 'golden' && command !== 'accept') {
  console.error(USAGE)
  process.exit(2)
}
if (command === 'accept') await writeDigest(name)
await writeGolden(name)
