import { useTranslation } from 'react-i18next'
import type { Attempt } from './delivery-search.ts'

/** What a failed attempt means and what to do about it. */
export function AttemptMeaning({ attempt }: { attempt: Attempt }) {
  const { t } = useTranslation('settings')
  const reason = attempt.error ?? attempt.statusClass
  if (!reason || reason === '2xx') return null
  return (
    <div className="mt-2">
      <p>{t(`meaning.${reason}.what`)}</p>
      <p className="mt-1">
        <span className="font-semibold">{t('meaning.do')}</span> {t(`meaning.${reason}.do`)}
      </p>
    </div>
  )
}
