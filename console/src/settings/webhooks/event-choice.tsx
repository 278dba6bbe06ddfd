import type { WebhookEventType } from '@walkaround/sdk'
import { useTranslation } from 'react-i18next'
import { EVENT_GROUPS } from './events.ts'

type Props = { chosen: readonly WebhookEventType[]; onChange: (chosen: WebhookEventType[]) => void }

const row = 'flex min-h-[28px] items-center gap-2 max-sm:min-h-[36px]'
const box = 'size-[18px] shrink-0 accent-accent'

/** Events by what they are about; a whole group with one press. */
export function EventChoice({ chosen, onChange }: Props) {
  const { t } = useTranslation('settings')
  const set = (types: readonly WebhookEventType[], isOn: boolean) => {
    const others = chosen.filter((type) => !types.includes(type))
    onChange(isOn ? [...others, ...types] : others)
  }
  return (
    <div className="gap-x-8 sm:columns-2 xl:columns-3">
      {EVENT_GROUPS.map(({ name, types }) => {
        const count = types.filter((type) => chosen.includes(type)).length
        return (
          <fieldset key={name} className="mb-4 break-inside-avoid">
            <legend className="sr-only">{t(`event_group.${name}`)}</legend>
            <label className={`${row} font-semibold`}>
              <input
                type="checkbox"
                className={box}
                checked={count === types.length}
                ref={(input) => {
                  if (input) input.indeterminate = count > 0 && count < types.length
                }}
                onChange={(event) => set(types, event.target.checked)}
              />
              {t(`event_group.${name}`)}
            </label>
            {types.length > 1
              ? types.map((type) => (
                  <label key={type} className={`${row} ps-6`}>
                    <input
                      type="checkbox"
                      className={box}
                      checked={chosen.includes(type)}
                      onChange={(event) => set([type], event.target.checked)}
                    />
                    {t(`event.${type}`)}
                  </label>
                ))
              : null}
          </fieldset>
        )
      })}
    </div>
  )
}
