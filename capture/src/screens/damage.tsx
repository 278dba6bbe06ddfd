import type { DamageType } from '@walkaround/catalog/damage-types'
import { viewMarkup } from '@walkaround/catalog/diagram/drawing'
import { VIEW_NAMES, type View, type ViewName, views } from '@walkaround/catalog/diagram/views'
import type { LabelSet } from '@walkaround/catalog/labels/label-set'
import { loadLabels } from '@walkaround/catalog/load-labels'
import { PART_TYPES, type PartType } from '@walkaround/catalog/parts'
import { bodyOf } from '@walkaround/catalog/vehicle-types'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { Button, Heading, Screen } from '../look/parts.tsx'
import type { Act } from '../walk/actions.ts'
import type { WalkState } from '../walk/store.ts'
import { useWords } from '../words/words.ts'

const SIDES: ViewName[] = ['right', 'left', 'front', 'rear', 'top']
const KINDS: DamageType[] = ['scratch', 'dent', 'body_crack', 'broken_glass', 'missing_piece']
const NOTE_MAX = 400

/** Where the damage is and what it is; the service gets it as the note of the two photos. */
export function DamagePage({ state: { walk }, act }: { state: WalkState; act: Act }) {
  const t = useWords()
  const [labels, setLabels] = useState<LabelSet | null>(null)
  useEffect(() => {
    loadLabels(t.language).then(setLabels, () => setLabels(null))
  }, [t.language])
  const [side, setSide] = useState<ViewName>('right')
  const [part, setPart] = useState<PartType | null>(null)
  const [kind, setKind] = useState<DamageType | null>(null)
  const [text, setText] = useState('')
  const drawn = useMemo(() => views(bodyOf(walk.capture?.vehicleType ?? null)), [walk.capture?.vehicleType])
  const view = drawn[side]
  const parts = [...new Set(view.shapes.flatMap(({ part }) => part ?? []))]
  const nameOf = (type: PartType) => labels?.parts[type] ?? type.replaceAll('_', ' ')
  const photograph = () => {
    const said = [part && nameOf(part), kind && labels?.damage_types[kind], text.trim()]
    const note = said.filter(Boolean).join(', ').slice(0, NOTE_MAX)
    act.show({ name: 'camera', damage: { damageKey: crypto.randomUUID(), note } })
  }
  return (
    <Screen
      title={t('damage.title')}
      onBack={act.back}
      actions={
        <>
          <Button look="main" icon="camera" onClick={photograph} disabled={part === null}>
            {t('damage.shoot')}
          </Button>
          <p class="tiny quiet">{t('damage.photos')}</p>
        </>
      }
    >
      <Heading>{t('damage.heading')}</Heading>
      <p class="quiet">{t('damage.text')}</p>
      <Choice
        isOneRow
        label={t('damage.side')}
        options={SIDES.map((name) => [name, t(`side.${name}`)])}
        chosen={side}
        onChoose={(name) => {
          setSide(VIEW_NAMES.find((one) => one === name) ?? 'right')
          setPart(null)
        }}
      />
      <Drawing view={view} part={part} onPart={setPart} />
      <label class="field">
        <span>{t('damage.part')}</span>
        <select
          value={part ?? ''}
          onChange={({ currentTarget: { value } }) =>
            setPart(PART_TYPES.find((type) => type === value) ?? null)
          }
        >
          <option value="">–</option>
          {parts.map((type) => (
            <option key={type} value={type}>
              {nameOf(type)}
            </option>
          ))}
        </select>
      </label>
      <Choice
        label={t('damage.kind')}
        options={[
          ...KINDS.map((type): [string, string] => [type, labels?.damage_types[type] ?? type]),
          ['', t('damage.unsure')],
        ]}
        chosen={kind ?? ''}
        onChoose={(name) => setKind(KINDS.find((type) => type === name) ?? null)}
      />
      <label class="field">
        <span>{t('damage.note')}</span>
        <textarea
          rows={2}
          maxLength={NOTE_MAX}
          value={text}
          onInput={({ currentTarget: { value } }) => setText(value)}
        />
      </label>
    </Screen>
  )
}

type ChoiceProps = {
  label: string
  isOneRow?: boolean
  options: [string, string][]
  chosen: string
  onChoose: (name: string) => void
}

function Choice({ label, isOneRow = false, options, chosen, onChoose }: ChoiceProps) {
  return (
    <fieldset class={`choice ${isOneRow ? 'one-row' : ''}`}>
      <legend class="hidden">{label}</legend>
      {options.map(([name, text]) => (
        <label key={name} class={name === chosen ? 'chosen' : ''}>
          <input type="radio" name={label} checked={name === chosen} onChange={() => onChoose(name)} />
          {text}
        </label>
      ))}
    </fieldset>
  )
}

/** For fingers; the list below it is for everybody. It never mirrors with the direction of the text. */
function Drawing({
  view,
  part,
  onPart,
}: {
  view: View
  part: PartType | null
  onPart: (part: PartType) => void
}) {
  const markup = useMemo(() => viewMarkup(view, new Map()), [view])
  const onClick = ({ target }: Event) => {
    const name = target instanceof Element ? target.closest('[data-part]')?.getAttribute('data-part') : null
    const tapped = PART_TYPES.find((type) => type === name)
    if (tapped) onPart(tapped)
  }
  const marked = part ? markup.replaceAll(`data-part="${part}"`, `data-part="${part}" data-chosen`) : markup
  return (
    <svg
      class="drawing card"
      viewBox={`-14 -14 ${view.width + 28} ${view.height + 28}`}
      aria-hidden="true"
      onClick={onClick}
      dangerouslySetInnerHTML={{ __html: marked }}
    />
  )
}
