import { availableParallelism } from 'node:os'
import type { Config } from '../../core/platform/config.ts'
import type { Log } from '../../core/platform/log.ts'
import { createCalls, type ObserveCall } from './batch-calls.ts'
import { checkGolden } from './check-golden.ts'
import { readGolden } from './golden.ts'
import { hasRows, type Manifest } from './manifest.ts'
import { type Model, ModelNotInstalled, type Models, ModelUnavailable } from './model.ts'
import { createOipClient } from './oip-client.ts'
import type { ThreadModel } from './onnx-messages.ts'
import { OnnxThreads } from './onnx-threads.ts'
import { OWN_MODELS_DIR, readManifests, readWeights } from './read-manifests.ts'
import { checkOnce } from './remembered-checks.ts'
import { type Runtime, RuntimeUnreachable } from './runtime.ts'

export type ModelsConfig = Pick<
  Config,
  'MODELS_DIR' | 'INFERENCE_THREADS' | 'INFERENCE_URL' | 'INFERENCE_TIMEOUT_MS'
> &
  Partial<Pick<Config, 'MODEL_CHECKS_DIR'>>

const THREADS_MAX = 8
const CHECK_AGAIN_MS = 5_000

type State = {
  name: string
  folder: string
  model: Model | null
  fault: string | null
  /** Whether the fault may pass by itself. The model is checked again then, before it is used. */
  isPassing: boolean
  /** The check that runs now. Whoever needs one meanwhile waits for it, so that checks never pile up. */
  checking: Promise<void> | null
}

/**
 * Opens every model of the folder and checks that it answers as recorded. One that does not hinders no other. Models
 * that are `required` and not in the folder are faults.
 */
export async function openModels(
  config: ModelsConfig,
  log: Log,
  { required = [], observe }: { required?: readonly string[]; observe?: ObserveCall } = {},
): Promise<Models> {
  const { runtime, loneRuntime, found } = await openRuntime(config, log)
  const calls = createCalls(runtime, observe)
  const loneCalls = loneRuntime ? createCalls(loneRuntime, observe) : calls
  const callsOf = (manifest: Manifest) => (manifest.keeps_memory ? calls : loneCalls)
  const states = new Map<string, State>()
  // A server may hold other weights than the folder does.
  const checksDir = config.INFERENCE_URL ? undefined : config.MODEL_CHECKS_DIR

  function check(state: State, manifest: Manifest): Promise<void> {
    state.checking ??= checkNow(state, manifest).finally(() => {
      state.checking = null
    })
    return state.checking
  }

  async function checkNow(state: State, manifest: Manifest): Promise<void> {
    try {
      const golden = await readGolden(state.folder, state.name)
      await checkOnce(checksDir, manifest, golden, () => checkGolden(callsOf(manifest), manifest, golden))
      if (state.fault !== null) log.info({ model: state.name }, 'model answers again')
      state.fault = null
      state.isPassing = false
    } catch (error) {
      if (state.fault === null) log.error({ err: error, model: state.name }, 'model cannot be used')
      state.fault = textOf(error)
      state.isPassing = error instanceof RuntimeUnreachable
    }
  }

  async function infer(
    state: State,
    manifest: Manifest,
    ...[inputs, traceparent]: Parameters<Model['infer']>
  ) {
    if (state.isPassing) await check(state, manifest)
    if (state.isPassing) throw new RuntimeUnreachable(`model ${state.name}: ${state.fault}`)
    if (state.fault !== null) throw unavailable(state)
    try {
      return await callsOf(manifest).infer(manifest, inputs, traceparent)
    } catch (error) {
      // A server that comes back may hold other weights, so it is checked as at the start.
      if (error instanceof RuntimeUnreachable && config.INFERENCE_URL) {
        state.fault = error.message
        state.isPassing = true
      }
      throw error
    }
  }

  for (const { name, folder, ...rest } of found) {
    const state: State = { name, folder, model: null, fault: null, isPassing: false, checking: null }
    states.set(name, state)
    if ('fault' in rest) {
      state.fault = rest.fault
      log.error({ model: name, fault: rest.fault }, 'model cannot be used')
      continue
    }
    const { manifest } = rest
    state.model = { manifest, infer: (...call) => infer(state, manifest, ...call) }
  }
  const missing = required.filter((name) => !states.has(name))
  for (const model of missing) log.error({ model }, 'model is not installed')
  const checkAll = async (wanted: (state: State) => boolean) => {
    const open = [...states.values()].filter(wanted)
    await Promise.all(open.map((state) => state.model && check(state, state.model.manifest)))
  }
  await checkAll(({ model }) => model !== null)
  const timer = setInterval(() => checkAll(({ isPassing }) => isPassing), CHECK_AGAIN_MS).unref()

  return {
    get: (name) => {
      const state = states.get(name)
      if (!state) throw notInstalled(name)
      if (!state.model || (state.fault !== null && !state.isPassing)) throw unavailable(state)
      return state.model
    },
    findFaults: () => [
      ...[...states.values()].flatMap(({ name, fault }) =>
        fault === null ? [] : [`model ${name}: ${fault}`],
      ),
      ...missing.map((name) => `model ${name}: it is not installed`),
    ],
    close: async () => {
      clearInterval(timer)
      await Promise.all([runtime.close(), loneRuntime?.close()])
    },
  }
}

/** Where models run, and the models found: their weights are read only where this process runs them. */
export async function openRuntime(config: ModelsConfig, log: Log) {
  const found = await readManifests(config.MODELS_DIR ?? OWN_MODELS_DIR)
  const callsMax = config.INFERENCE_THREADS ?? Math.min(availableParallelism(), THREADS_MAX)
  if (config.INFERENCE_URL) {
    const { INFERENCE_URL: url, INFERENCE_TIMEOUT_MS: timeoutMs } = config
    const runtime: Runtime = createOipClient({ url, timeoutMs, callsMax })
    return { runtime, loneRuntime: null, found }
  }
  const models: Record<string, ThreadModel> = {}
  const opened = await Promise.all(
    found.map(async (model) => {
      if ('fault' in model) return model
      try {
        const weights = await readWeights(model.folder, model.manifest)
        models[model.name] = {
          weights,
          has_rows: hasRows(model.manifest),
          keeps_memory: model.manifest.keeps_memory === true,
        }
        return model
      } catch (error) {
        return { name: model.name, folder: model.folder, fault: textOf(error) }
      }
    }),
  )
  const runtime: Runtime = new OnnxThreads({ threads: callsMax, models, log })
  // Models that not every picture needs share one thread beside the others: each thread would hold a copy of them, and
  // those that read text take hundreds of megabytes for a large picture.
  const loneRuntime: Runtime = new OnnxThreads({ threads: 1, models, log })
  return { runtime, loneRuntime, found: opened }
}

function notInstalled(name: string): ModelUnavailable {
  return new ModelNotInstalled(
    `model ${name} is not installed: put its folder with manifest.json into MODELS_DIR and start again`,
  )
}

function unavailable({ name, fault }: State): ModelUnavailable {
  return new ModelUnavailable(`model ${name} cannot be used: ${fault}. Then start again.`)
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
