import { useTranslation } from 'react-i18next'
import { ExactMoment } from '../../pieces/moment.tsx'
import type { Attempt } from './delivery-search.ts'

const cell = 'py-1.5 pe-4 text-start align-top'

export function AttemptTable({ attempts }: { attempts: readonly Attempt[] }) {
  const { t } = useTranslation('settings')
  return (
    <table className="w-full max-w-2xl text-sm">
      <caption className="sr-only">{t('attempt.title')}</caption>
      <thead className="border-line border-b text-quiet">
        <tr>
          {['number', 'when', 'answer', 'latency'].map((name) => (
            <th key={name} scope="col" className={`${cell} font-medium`}>
              {t(`attempt.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {attempts.map((attempt) => (
          <tr key={attempt.number} className="border-line border-b last:border-b-0">
            <td className={`${cell} tabular-nums`}>{attempt.number}</td>
            <td className={cell}>
              <ExactMoment at={attempt.createdAt} />
            </td>
            <td className={`${cell} font-medium ${attempt.statusClass === '2xx' ? 'text-good' : 'text-bad'}`}>
              {attempt.statusClass ?? t(`attempt.error.${attempt.error}`)}
            </td>
            <td className={`${cell} whitespace-nowrap`}>{t(`latency.${attempt.latency}`)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
