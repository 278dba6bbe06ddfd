import type { Document } from '@walkaround/sdk'
import { CircleCheck, CircleHelp, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

type Content = NonNullable<Document['content']>
type Vin = NonNullable<Content['vin']>

const CHECK_LOOKS = {
  right: { Icon: CircleCheck, look: 'text-good' },
  wrong: { Icon: TriangleAlert, look: 'text-bad' },
  not_used: { Icon: CircleHelp, look: 'text-quiet' },
} as const

/** What the text on one picture means. */
export function Readings({ content: { vin, plate, fields } }: { content: Content }) {
  const { t } = useTranslation('documents')
  const named = Object.entries(fields)
  if (!vin && !plate && named.length === 0) return <p className="text-quiet">{t('only_text')}</p>
  return (
    <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-[auto_1fr]">
      {vin ? (
        <Entry label={t('vehicle.vin')}>
          <Value {...vin} />
          <CheckDigit vin={vin} />
          <Decoded vin={vin} />
        </Entry>
      ) : null}
      {plate ? (
        <Entry label={t('vehicle.plate')}>
          <Value {...plate} />
          {plate.country ? <Country code={plate.country} /> : null}
        </Entry>
      ) : null}
      {named.map(([name, reading]) => (
        <Entry key={name} label={t(`field.${name}`, { defaultValue: name })}>
          <Value {...reading} />
        </Entry>
      ))}
    </dl>
  )
}

function Entry({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-quiet max-sm:-mb-2">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}

type Read = {
  value: string
  confidence: number
  candidates: readonly { value: string; confidence: number }[]
}

function Value({ value, confidence, candidates }: Read) {
  const { t, i18n } = useTranslation('documents')
  const percent = (share: number) => share.toLocaleString(i18n.language, { style: 'percent' })
  const others = candidates.filter((one) => one.value !== value)
  return (
    <>
      <span className="break-words font-medium tabular-nums">{value}</span>{' '}
      <span className="text-quiet text-sm tabular-nums">{percent(confidence)}</span>
      {others.length > 0 ? (
        <span className="block text-quiet text-sm">
          {t('candidates', {
            others: others.map((one) => `${one.value} ${percent(one.confidence)}`).join(', '),
          })}
        </span>
      ) : null}
    </>
  )
}

function CheckDigit({ vin }: { vin: Vin }) {
  const { t } = useTranslation('documents')
  const { Icon, look } = CHECK_LOOKS[vin.check_digit]
  return (
    <span className={`flex items-center gap-1 text-sm ${look}`}>
      <Icon aria-hidden className="size-3.5" />
      {t(`check_digit.${vin.check_digit}`)}
    </span>
  )
}

function Decoded({ vin: { decoded } }: { vin: Vin }) {
  const { t } = useTranslation('documents')
  if (!decoded) return null
  const parts = [decoded.manufacturers.join(' / '), decoded.model_years.join(' / ')].filter(Boolean)
  return (
    <span className="block text-quiet text-sm">
      {parts.length > 0 ? t('decoded', { what: parts.join(', ') }) : null}{' '}
      {decoded.country ? <Country code={decoded.country} /> : decoded.region}
    </span>
  )
}

function Country({ code }: { code: string }) {
  const { i18n } = useTranslation('documents')
  const isCode = /^[A-Z]{2}$/.test(code)
  const name = isCode ? new Intl.DisplayNames(i18n.language, { type: 'region' }).of(code) : code
  return <span className="text-quiet text-sm">{name ?? code}</span>
}
