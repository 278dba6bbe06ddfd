import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { detectVehicle } from '../src/analysis/detect-vehicle.ts'
import type { Models } from '../src/analysis/inference/model.ts'
import type { ComplianceIssue } from '../src/analysis/tasks/compliances/compliance-issues.ts'
import { framingIssues } from '../src/analysis/tasks/compliances/compliance-issues.ts'
import { bootstrap, type Figure } from './bootstrap.ts'

const names = (text: string) => text.trim().split(/\s+/)

/**
 * Pictures that show a whole vehicle, picked by eye. The thresholds were chosen with the scores of `chosen_on` in
 * sight, so its figures flatter them. Those of `held_out` were picked without scores and read once, after the thresholds
 * were fixed. Both hold other pictures of some of the same cars.
 */
const SETS = {
  chosen_on: [
    {
      folder: 'damage/bilgi/images',
      whole: names(`b000 b008 b011 b014 b018 b021 b026 b029 b030 b031 b032 b065 b067 b068 b070 b073 b074 b077
        b084 b085 b091 b092 b101 b102 b104 b108 b110 b125 b127 b128 b142`),
    },
    {
      folder: 'damage/hitl-cc0/images',
      whole: names(`10009 10013 10040 10042 10045 10055 10105 10118 10138 10159 10170 10175 10255 10268 10275
        10338 10393 10484 10488 10498 10548 10556 10557 10559 10580 10611 10616 10641 10645`),
    },
    { folder: 'plates', whole: null },
    {
      folder: 'training/bilgi/valid',
      whole: names(`0036 0078 0087 0120 0126 0132 0153 0156 0162 0165 0189 0192 0213 0228 0246 0258 0267 0270
        0273 0291 0297 0303 0315 0321 0357 0390 0405 0408 0414 0420 0423 0441 0450 0453 0462 0465 0474`),
    },
  ],
  held_out: [
    {
      folder: 'training/bilgi/valid',
      whole: names(`0007 0040 0058 0061 0064 0088 0091 0121 0148 0178 0223 0250 0256 0301 0316 0352 0358 0373
        0382 0385 0412 0421 0424 0433 0436 0466 0469 0478`),
    },
  ],
}
export type VehicleSet = keyof typeof SETS

const REFUSALS = ['no_vehicle', 'too_zoomed', 'not_zoomed_enough', 'vehicle_not_fully_in_frame'] as const
type Refusal = (typeof REFUSALS)[number] | 'any'

/** The share of pictures of whole vehicles that would be refused if a sight had asked for one; fewer is better. */
export async function evaluateVehicles(
  models: Models,
  dataDir: string,
  set: VehicleSet,
): Promise<Record<Refusal, Figure>> {
  const found: ComplianceIssue[][] = []
  for (const { folder, whole } of SETS[set]) {
    for (const file of whole?.map((name) => `${name}.jpg`) ?? listPictures(join(dataDir, folder))) {
      const jpeg = await readFile(join(dataDir, folder, file))
      found.push(framingIssues(await detectVehicle(models, jpeg)))
    }
  }
  const byRefusal = <T>(of: (name: Refusal) => T) =>
    Object.fromEntries([...REFUSALS, 'any' as const].map((name) => [name, of(name)])) as Record<Refusal, T>
  return bootstrap(
    found.length,
    byRefusal(() => found.length),
    (weights) => byRefusal((name) => shareOf(found, name, weights)),
  )
}

export function listPictures(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jpg'))
    .sort()
}

function shareOf(found: ComplianceIssue[][], name: Refusal, weights: ArrayLike<number>): number {
  let [refused, all] = [0, 0]
  for (const [at, issues] of found.entries()) {
    const weight = weights[at] ?? 0
    all += weight
    if (name === 'any' ? issues.length > 0 : issues.includes(name)) refused += weight
  }
  return refused / all
}
