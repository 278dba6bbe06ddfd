/**
 * Makes server/src/analysis/sights.json from the published sight catalogue, the npm package @monkvision/sights:
 * node server/generate/sights.ts <folder of the package>. Facts only; the drawings stay where they are.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { azimuthOf, isCloseUp, isWhole, zoneOf } from './sight-labels.ts'

type Published = {
  id: string
  category: string
  label: string
  vehicle: string
  positioning: { position: number; height: string; distance?: string }
  wheelName?: string
}

const folder = process.argv[2]
if (!folder) throw new Error('usage: node server/generate/sights.ts <folder of @monkvision/sights>')
const catalogue = join(folder, 'lib/data/sights')
const sights = readdirSync(catalogue).flatMap((file) =>
  Object.values<Published>(JSON.parse(readFileSync(join(catalogue, file), 'utf8'))),
)

function factsOf({ category, label, vehicle, positioning, wheelName }: Published) {
  const { position, height, distance } = positioning
  const outside = category === 'exterior' || /tire|penny/.test(label)
  const azimuth = outside ? azimuthOf(label, position) : null
  const wheel_name = wheelName || /wheel/.test(label) ? wheelNameOf(label) : null
  return {
    category,
    label,
    vehicle,
    azimuth,
    height,
    distance: distance ?? null,
    wheel_name,
    close_up: category !== 'exterior' || distance !== undefined || isCloseUp(label),
    whole_vehicle: category === 'exterior' && isWhole(label),
    zone: wheel_name ? 'wheel' : zoneOf(label, category, azimuth),
  }
}

// From the label: one sight of the catalogue names the wheel of the other side.
function wheelNameOf(label: string) {
  const words = label.split('-')
  return `wheel_${words.includes('front') ? 'front' : 'back'}_${words.includes('left') ? 'left' : 'right'}`
}

const lines = sights
  .sort((a, b) => (a.id < b.id ? -1 : 1))
  .map((sight) => `  ${JSON.stringify(sight.id)}: ${JSON.stringify(factsOf(sight))}`)
const target = join(import.meta.dirname, '../src/analysis/sights.json')
writeFileSync(target, `{\n${lines.join(',\n')}\n}\n`)
console.log(`wrote ${lines.length} sights`)
