import { Link } from '@tanstack/react-router'
import type { AuditEntry } from '@walkaround/sdk'
import { useTranslation } from 'react-i18next'
import { ExactMoment } from '../pieces/moment.tsx'

/** One line for what was asked, one for who, when and about which inspection. */
export function EntryList({ entries }: { entries: AuditEntry[] }) {
  const { t } = useTranslation('settings')
  if (entries.length === 0) return <p className="mt-3 text-quiet">{t('audit.none')}</p>
  return (
    <ul aria-label={t('audit.entries')} className="mt-3">
      {entries.map((entry) => (
        <li key={entry.id} className="border-line border-t py-2">
          <p className="flex flex-wrap gap-x-3">
            <span className="w-14 text-quiet tabular-nums">{entry.id}</span>
            <span className="min-w-0 flex-1 break-words font-medium font-mono">{entry.operation}</span>
            <span className={Number(entry.status) >= 400 ? 'text-bad tabular-nums' : 'tabular-nums'}>
              {entry.status}
            </span>
          </p>
          <p className="break-words text-quiet text-sm sm:pl-17">
            {entry.subject} · {entry.createdAt ? <ExactMoment at={entry.createdAt} /> : null}
            {entry.inspectionId ? (
              <>
                {' · '}
                <Link
                  to="/inspections/$inspectionId"
                  params={{ inspectionId: entry.inspectionId }}
                  className="font-mono underline"
                >
                  {entry.inspectionId}
                </Link>
              </>
            ) : null}
            {entry.reason ? ` · ${reasonOf(entry)}` : ''}
          </p>
        </li>
      ))}
    </ul>
  )
}

/** The receipt of a removal is for `walkaround audit verify`, and too long to read. */
const reasonOf = ({ operation, reason }: AuditEntry) =>
  operation === 'removeAuditEntries' ? reason?.split(' Receipt: ')[0] : reason
