import { imageLabel } from '../../../../core/contracts/labels.ts'
import { SIDES, type SideName } from '../../comparison/comparison-content.ts'
import type { Fact } from '../first-page-data.ts'
import { nameOf } from '../speak.ts'
import type { ComparisonSource } from './place-data.ts'

export function sidesOf(source: ComparisonSource) {
  const { content, speech } = source
  const { words, comparison, codes } = speech
  return SIDES.map((name) => {
    const side = content[name]
    const { taken } = side
    const by = [side.place, side.inspector].filter((text) => text !== null)
    const facts: Fact[] = [
      {
        label: comparison.taken,
        value: taken ? speech.timeRange(taken.from, taken.to) : speech.time(side.created_at),
        note: taken ? null : comparison.taken_unknown,
      },
      ...(by.length > 0
        ? [
            {
              label: side.place ? comparison.place_by : words.facts.inspector,
              value: { parts: by },
              note: null,
            },
          ]
        : []),
      { label: words.facts.mileage, value: mileageText(source, name), note: null },
      { label: words.facts.inspection, value: { exact: side.inspection_id }, note: null },
    ]
    return {
      title: comparison.sides[name],
      count: [
        ...(side.type ? [nameOf(codes.inspection_types, side.type)] : []),
        side.is_deleted ? comparison.deleted : comparison.photos(side.image_count),
      ].join(' · '),
      facts,
    }
  })
}

/** The later one with the difference, where both are in one unit. */
function mileageText({ content, speech }: ComparisonSource, name: SideName): string {
  const { words } = speech
  const { mileage } = content[name]
  if (!mileage) return words.unknown
  const inUnit = (value: number) => `${speech.number(value, 0)}\u00a0${words.odometer_unit[mileage.unit]}`
  const before = name === 'later' ? content.earlier.mileage : null
  if (!before || before.unit !== mileage.unit) return inUnit(mileage.value)
  const driven = mileage.value - before.value
  return `${inUnit(mileage.value)} (${driven < 0 ? '−' : '+'}${inUnit(Math.abs(driven))})`
}

export function signalsOf(source: ComparisonSource) {
  const { content, speech } = source
  const { comparison, words } = speech
  const { signals, omitted } = content
  return {
    title: comparison.signals,
    note: signals.length > 0 ? comparison.signals_note : comparison.signals_none,
    items: [
      ...signals.map((signal) => {
        const about = [
          pictureText(source, signal.earlier_image_id),
          pictureText(source, signal.later_image_id),
        ]
        const details = [...about.filter((text) => text !== null), ...figuresOf(source, signal)]
        const text = comparison.signal[signal.signal]
        return details.length > 0 ? `${text} ${details.join(' · ')}` : text
      }),
      ...(omitted.signals > 0 ? [words.omitted(omitted.signals)] : []),
    ],
  }
}

function pictureText({ content, speech }: ComparisonSource, imageId: string | null): string | null {
  const image = content.images.find(({ image_id }) => image_id === imageId)
  if (!image) return null
  return speech.words.named(
    speech.comparison.sides[image.side],
    speech.words.picture(imageLabel(image.number)),
  )
}

type Signal = ComparisonSource['content']['signals'][number]

function figuresOf({ speech }: ComparisonSource, { signal, values }: Signal): string[] {
  const { comparison, words } = speech
  const text = (name: string) => String(values[name] ?? '')
  const time = (name: string) => (Number.isNaN(Date.parse(text(name))) ? '' : speech.time(text(name)))
  switch (signal) {
    case 'time_contradiction':
      return [words.change(time('earlier'), time('later'))]
    case 'identity_differs':
      return [
        words.named(
          text('field') === 'vin' ? words.facts.vin : words.facts.plate,
          words.change(text('earlier'), text('later')),
        ),
      ]
    case 'older_than_inspection':
      return [comparison.days_older(Number(values.days ?? 0))]
    case 'time_unknown':
      return [comparison.photos(Number(values.pictures ?? 0))]
    case 'edited':
      return [text('software')]
    case 'same_picture':
      return []
  }
}
