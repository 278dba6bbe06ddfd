import { useQuery } from '@tanstack/react-query'
import { type HistoryEntry, listComparisonHistory } from '@walkaround/sdk'
import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
import { Dialog } from '../../look/dialog.tsx'
import { useDateTime } from '../../look/use-date-time.ts'
import { comparisonKey } from '../../service/read-comparison.ts'
import { useClient } from '../../service/service-context.ts'
import { useCompare } from '../compare-context.ts'
import type { Sighting } from '../compare-model.ts'
import { useFactName } from '../use-fact-name.ts'
import { usePlaceName } from '../use-place-name.ts'

const FIGURES = ['score', 'lengthMm', 'lengthErrorMm', 'minResolvableMm'] as const

/** Everything the proposal rests on, and everything that people did with it. */
export function EvidenceDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('compare')
  const { compared, place, pair } = useCompare()
  const nameOf = usePlaceName()
  return (
    <Dialog
      open
      title={t('evidence.title')}
      {...(place ? { text: nameOf(place) } : {})}
      onClose={onClose}
      className="w-[min(48rem,calc(100vw-2rem))]"
    >
      {pair ? (
        <div className="mt-3 grid gap-4 sm:grid-cols-2">
          {(['earlier', 'later'] as const).map((side) => (
            <section key={side} className="min-w-0">
              <h3 className="font-semibold">{t(`side.${side}`)}</h3>
              {pair[side] ? (
                <SightingFacts sighting={pair[side]} />
              ) : (
                <p className="text-quiet">{t('caption.none')}</p>
              )}
            </section>
          ))}
        </div>
      ) : null}
      <section className="mt-4">
        <h3 className="font-semibold">{t('evidence.models')}</h3>
        <ul className="text-quiet text-sm">
          {compared.models.map(({ name, version, digest }) => (
            <li key={name} className="break-all">
              {name} {version} <span className="font-mono text-xs">{digest}</span>
            </li>
          ))}
        </ul>
        <p className="text-quiet text-sm">
          {t(compared.isEarlierReadAgain ? 'why.read_again' : 'why.same_models')}
        </p>
      </section>
      <History />
      <Button className="mt-4" onClick={onClose}>
        {t('close')}
      </Button>
    </Dialog>
  )
}

function SightingFacts({ sighting }: { sighting: Sighting }) {
  const { t, i18n } = useTranslation('compare')
  const number = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 2 })
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-sm">
      {FIGURES.map((name) => {
        const value = sighting[name]
        return value === null ? null : (
          <div key={name} className="contents">
            <dt className="text-quiet">{t(`evidence.${name}`)}</dt>
            <dd>{number.format(value)}</dd>
          </div>
        )
      })}
      <dt className="text-quiet">{t('evidence.aligned')}</dt>
      <dd>{t(sighting.alignment ? 'evidence.yes' : 'evidence.no')}</dd>
      <dt className="text-quiet">SHA-256</dt>
      <dd className="select-all break-all font-mono text-xs">{sighting.sha256}</dd>
    </dl>
  )
}

function History() {
  const { t, i18n } = useTranslation('compare')
  const client = useClient()
  const dateTime = useDateTime()
  const { id } = useCompare().compared
  const { data = [] } = useQuery({
    queryKey: [...comparisonKey(id), 'history'],
    queryFn: async () => {
      const { entities, result } = await listComparisonHistory(client, id, { limit: 50 })
      return result.flatMap((entry) => entities.historyEntries[entry] ?? [])
    },
    staleTime: 0,
  })
  const whatOf = ({ type = '' }: HistoryEntry) => {
    const key = `history.${type.replace('comparison.', '')}`
    return i18n.exists(`compare:${key}`) ? t(key) : type
  }
  return (
    <section className="mt-4">
      <h3 className="font-semibold">{t('history.title')}</h3>
      <ol aria-label={t('history.title')} className="max-h-60 divide-y divide-line overflow-y-auto text-sm">
        {data.map((entry) => (
          <li key={entry.id} className="flex flex-wrap gap-x-3 py-1">
            <span className="font-medium">{entry.createdBy ?? ''}</span>
            <span>{whatOf(entry)}</span>
            <Changes entry={entry} />
            {entry.reason ? <span className="text-quiet">{entry.reason}</span> : null}
            <time className="ms-auto text-quiet">{entry.createdAt ? dateTime(entry.createdAt) : ''}</time>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** `places.3.verdict` before and after. */
function Changes({ entry }: { entry: HistoryEntry }) {
  const { t } = useTranslation('compare')
  const word = useFactName()
  return Object.entries(entry.changes ?? {}).map(([path, { before, after }]) => {
    const [, number, field = ''] = /^places\.(\d+)\.(\w+)$/.exec(path) ?? []
    if (!number) return null
    const name = field.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
    return (
      <span key={path}>
        {t('history.place', { number })} {t(`history.${name}`)} {word(before)} → {word(after)}
      </span>
    )
  })
}
