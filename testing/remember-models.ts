import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Settings, setting } from './stack.ts'

/** What Node is told before a worker of the service, so that its models remember their answers in the folder of the stack. */
export function rememberModels(stack: Settings): string[] {
  const preload = pathToFileURL(join(import.meta.dirname, 'remembered-models.ts'))
  preload.searchParams.set('folder', join(setting(stack, 'STACK_DIR'), 'model-answers'))
  return ['--import', preload.href]
}
