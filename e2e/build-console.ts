import { buildConsoleIfChanged } from '../dev/src/console-build.ts'
import { root } from './prove/stack.ts'

/** Before the first test: what is tested is what is written. */
export default function setup(): void {
  if (buildConsoleIfChanged(root)) console.log('The console has changed and was built.')
}
