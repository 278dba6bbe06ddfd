import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { factsOf } from '../src/analysis/damage/picture-facts.ts'
import { detectVehicle } from '../src/analysis/detect-vehicle.ts'
import type { Models } from '../src/analysis/inference/model.ts'
import { segmentParts } from '../src/analysis/part-map/segment-parts.ts'
import { viewSeen } from '../src/analysis/part-map/view-seen.ts'
import { visibleParts } from '../src/analysis/part-map/visible-parts.ts'
import { scaleOf, sizeOf } from '../src/analysis/tasks/damage-detection/damage-size.ts'
import { analyzedImage } from '../test/analyzed-image.ts'
import { bootstrap } from './bootstrap.ts'
import { shareOf } from './metrics.ts'

/** Every plate of the set is of this width. */
const PLATE_CM = 52

type Label = { file: string; box: [number, number, number, number]; size: [number, number] }

/** How well the size of something of known length is told: the width of the plate of a vehicle of which nothing is said. */
export async function evaluateSizes(models: Models, dataDir: string) {
  const folder = join(dataDir, 'plates')
  const labels: Label[] = JSON.parse(await readFile(join(folder, 'labels.json'), 'utf8'))
  const measured: { error: number; isWithinBar: boolean }[] = []
  let vehicles = 0
  for (const { file, box, size } of labels) {
    const jpeg = await readFile(join(folder, file))
    const { main } = await detectVehicle(models, jpeg)
    const [x0, y0, x1, y1] = box
    const [x, y] = [(x0 + x1) / 2 / size[0], (y0 + y1) / 2 / size[1]]
    // The plate may be that of another vehicle, nearer to the edge.
    if (!main || x < main.box.left || x > main.box.right || y < main.box.top || y > main.box.bottom) continue
    vehicles++
    const image = analyzedImage({ image_width: size[0], image_height: size[1] })
    // Its width alone: a plate that is seen aslant is higher than it is.
    const line: [number, number][] = [
      [x0, y0],
      [x1, y0],
      [x1, y0 + 1],
      [x0, y0 + 1],
    ]
    const map = await segmentParts(models, jpeg, main)
    const parts = map ? visibleParts(map, { width: size[0], height: size[1] }) : []
    const said = sizeOf(line, 'ignore', scaleOf(factsOf(image, main, map && viewSeen(map)), image, parts))
    if (!said?.size_cm || !said.size_cm_low || !said.size_cm_high) continue
    measured.push({
      error: Math.abs(said.size_cm - PLATE_CM) / PLATE_CM,
      isWithinBar: said.size_cm_low <= PLATE_CM && PLATE_CM <= said.size_cm_high,
    })
  }
  const within = measured.map(({ isWithinBar }, unit) => ({ unit, holds: isWithinBar }))
  const counts = { mean_error_share: measured.length, within_the_error_bar: measured.length }
  return {
    vehicles,
    ...bootstrap(measured.length, counts, (weights) => ({
      mean_error_share: meanOf(
        measured.map(({ error }) => error),
        weights,
      ),
      within_the_error_bar: shareOf(within, weights),
    })),
  }
}

function meanOf(values: readonly number[], weights: ArrayLike<number>): number {
  const all = values.reduce((sum, _, unit) => sum + (weights[unit] ?? 0), 0)
  return values.reduce((sum, value, unit) => sum + value * (weights[unit] ?? 0), 0) / all
}
