import { buildAppsIfChanged } from '../dev/src/app-builds.ts'
import { root } from '../testing/ground.ts'

/** Before the first test: what is tested is what is written. */
export default function setup(): void {
  for (const app of buildAppsIfChanged(root)) console.log(`${app} has changed and was built.`)
}
