import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readRgb } from '../../src/core/platform/pictures/pixels.ts'
import { fillRings } from '../masks.ts'
import { Mistake } from '../mistake.ts'
import { requireFolder } from '../sets.ts'
import { GRID, SIDE } from './bases.ts'
import { takeNothing } from './disturb.ts'
import { growMask, type Mask } from './paint.ts'
import type { LabelledPair } from './pairs.ts'
import type { Shot } from './shots.ts'

const SCRIPTS = join(import.meta.dirname, '../../../dev/src/samples/render')
const SIZE = { width: SIDE, height: SIDE }
/** Where the camera stands on each visit after the first one says `visits.py`. */
const VISITS = [
  { visit: 'near', disturbance: 'rendered_near' },
  { visit: 'elsewhere', disturbance: 'rendered_far' },
] as const
/** Cells around a damage that are of it: metal bends beyond the marks on it. */
const MARGIN = 2

type Rendered = {
  file: string
  view: string
  visit: string
  is_damaged: boolean
  places: { name: string; polygon: [number, number][] }[]
}

/**
 * A car on several visits, in other light and from elsewhere, before its damages and with them. Where they are is computed
 * from the car, so that curved panels and reflections are as they are and the truth is exact. Nothing was chosen on them.
 */
export function renderedPairs(data: string, say: (line: string) => void): LabelledPair[] {
  const folder = render(requireFolder(data, 'car-render-kit'), say)
  const pictures: Rendered[] = JSON.parse(readFileSync(join(folder, 'visits.json'), 'utf8'))
  const views = [...new Set(pictures.map(({ view }) => view))]
  const shotOf = (view: string, visit: string, isDamaged: boolean): Shot => {
    const picture = pictureOf(pictures, view, visit, isDamaged)
    return {
      key: `rendered ${picture.file}`,
      make: async () => takeNothing(await readRgb(await readFile(join(folder, picture.file)), SIZE)),
      region: regionOf(picture),
    }
  }
  return views.flatMap((view) => {
    const base = { name: `rendered ${view}`, unit: `rendered ${view}` }
    const clean = shotOf(view, 'first', false)
    const first = shotOf(view, 'first', true)
    const pairs = VISITS.flatMap(({ visit, disturbance }): LabelledPair[] => {
      const again = shotOf(view, visit, true)
      const here = { ...base, disturbance, truthElsewhere: 'unchanged' } as const
      const same = { ...here, kind: 'unchanged', region: null, truth: 'unchanged' } as const
      const other = { ...here, region: 'of each picture' } as const
      return [
        { ...same, earlier: [first], later: [again] },
        { ...same, earlier: [again], later: [first] },
        { ...other, earlier: [clean], later: [again], kind: 'rendered', truth: 'new' },
        { ...other, earlier: [again], later: [clean], kind: 'repaired', truth: 'repaired' },
      ]
    })
    const other = views.find((each) => showsNothingOf(pictures, view, each))
    if (other === undefined) return pairs
    const shots = { earlier: [shotOf(other, 'near', true)], later: [first] }
    const truth = { region: null, truth: 'elsewhere', truthElsewhere: 'elsewhere' } as const
    return [...pairs, { ...base, ...shots, ...truth, kind: 'elsewhere', disturbance: 'elsewhere' }]
  })
}

function pictureOf(pictures: readonly Rendered[], view: string, visit: string, isDamaged: boolean): Rendered {
  const found = pictures.find(
    (each) => each.view === view && each.visit === visit && each.is_damaged === isDamaged,
  )
  if (!found) throw new Error(`no picture of ${view}, ${visit}`)
  return found
}

/** Whether another view shows none of the damages of this one. */
function showsNothingOf(pictures: readonly Rendered[], view: string, other: string): boolean {
  const names = new Set(pictureOf(pictures, view, 'first', true).places.map(({ name }) => name))
  return pictureOf(pictures, other, 'near', true).places.every(({ name }) => !names.has(name))
}

function regionOf({ places }: Rendered): Mask {
  const rings = places.map(({ polygon }) => polygon.flat())
  return growMask(fillRings(rings, SIZE, GRID), GRID, MARGIN)
}

/** Pictures are kept between runs, as long as nothing changes how they are made. */
function render(kit: string, say: (line: string) => void): string {
  const hash = createHash('sha256')
  for (const name of readdirSync(SCRIPTS).toSorted())
    if (/\.(py|json)$/.test(name)) hash.update(readFileSync(join(SCRIPTS, name)))
  const folder = join(tmpdir(), 'walkaround-compare', `rendered-${hash.digest('hex').slice(0, 16)}`)
  if (existsSync(join(folder, 'visits.json'))) return folder
  say('rendering cars on several visits, some ten seconds a picture …')
  const script = ['-b', '--python-exit-code', '1', '--python', join(SCRIPTS, 'visits.py'), '--', kit, folder]
  const { error, status } = spawnSync('blender', script, { stdio: 'ignore' })
  if (error || status !== 0)
    throw new Mistake('Rendered pairs need Blender and OpenCV: apt-get install blender python3-opencv')
  return folder
}
