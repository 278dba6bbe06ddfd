import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { Mistake } from './mistake.ts'
import { SECTION_NAMES } from './sections.ts'

const USAGE = `Usage: pnpm evaluate             measures the models on labelled pictures
       pnpm evaluate calibrate   chooses thresholds and confidences of the damage model on validation pictures
       pnpm evaluate calibrate-vehicles   then: from where on damages are shown on pictures of the whole vehicle
       pnpm evaluate calibrate-parts   chooses from where on the part segmenter is believed, on validation pictures
       pnpm evaluate calibrate-compare   chooses the thresholds of comparisons on pairs of validation pictures
       pnpm evaluate cards       writes the model cards anew from the figures of the last run
  --data <folder>      labelled pictures (default: ../shared/data)
  --coco <folder>      measures the damage model on a set of your own: pictures and annotations.coco.json
  --only <names>       of ${SECTION_NAMES.join(',')}
  --limit <n>          no more pictures of each damage set
  --json <file>        writes everything measured
  --write-cards        writes figures.json and card.md of each model measured
  --gallery <n>        draws findings on n pictures into gallery/ instead of measuring
  --alarm-max <share>  calibrate: most alarms on each kind of undamaged pictures (default 0.15)`

const DATA = join(import.meta.dirname, '../../../shared/data')

const COMMANDS = [
  'measure',
  'calibrate',
  'calibrate-vehicles',
  'calibrate-parts',
  'calibrate-compare',
  'cards',
] as const
const isCommand = (name: string): name is (typeof COMMANDS)[number] =>
  COMMANDS.some((known) => known === name)

export function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      data: { type: 'string', default: DATA },
      coco: { type: 'string' },
      only: { type: 'string', default: SECTION_NAMES.join(',') },
      limit: { type: 'string' },
      json: { type: 'string' },
      'write-cards': { type: 'boolean', default: false },
      gallery: { type: 'string' },
      'alarm-max': { type: 'string', default: '0.15' },
    },
  })
  const only = values.only.split(',').map((name) => {
    const known = SECTION_NAMES.find((section) => section === name)
    if (!known) throw new Mistake(`--only ${name}: there is no such section\n${USAGE}`)
    return known
  })
  const command = positionals[0] ?? 'measure'
  if (!isCommand(command)) throw new Mistake(`${command}: there is no such command\n${USAGE}`)
  if (values['write-cards'] && values.limit !== undefined)
    throw new Mistake('--write-cards needs all pictures: leave out --limit')
  return {
    command,
    data: resolve(values.data),
    coco: values.coco === undefined ? null : resolve(values.coco),
    only,
    limit: values.limit === undefined ? Number.POSITIVE_INFINITY : countOf('limit', values.limit),
    json: values.json ?? null,
    writeCards: values['write-cards'],
    gallery: values.gallery === undefined ? 0 : countOf('gallery', values.gallery),
    alarmMax: shareOf(values['alarm-max']),
  }
}

function countOf(name: string, text: string): number {
  const count = Number(text)
  if (!Number.isSafeInteger(count) || count < 1) throw new Mistake(`--${name} ${text}: a count is wanted`)
  return count
}

function shareOf(text: string): number {
  const share = Number(text)
  if (!(share >= 0 && share <= 1)) throw new Mistake(`--alarm-max ${text}: a share is wanted`)
  return share
}
