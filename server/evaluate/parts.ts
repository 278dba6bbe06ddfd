import type { Models } from '../src/analysis/inference/model.ts'
import type { Scope } from './damage.ts'
import { examineParts } from './examine-parts.ts'
import { namedFigures, viewFigures } from './part-figures.ts'
import { overlapFigures } from './part-overlap.ts'
import type { PartPicture } from './part-sets.ts'
import { namedWheels } from './part-wheels.ts'

export async function evaluateParts(models: Models, scope: Scope) {
  const examined = await examineParts(models, 'test', scope)
  const of = (origin: PartPicture['origin']) => examined.filter(({ picture }) => picture.origin === origin)
  const whole = of('whole-cars')
  return {
    pictures: examined.length,
    part_of_labelled_damages: namedFigures(of('bilgi'), 'damages'),
    part_of_spots_on_whole_cars: namedFigures(whole, 'spots'),
    views: viewFigures(examined),
    iou_whole_cars: overlapFigures(whole),
    iou_damaged_cars: overlapFigures(of('bilgi')),
    wheels_on_whole_cars: namedWheels(whole),
  }
}
