import { LockKeyhole } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { CodeName } from '../pieces/code-name.tsx'

/** In place of a page that would be refused: which permission it takes, and who gives it. */
export function Forbidden({ action }: { action: 'read' | 'write' }) {
  const { t } = useTranslation(['capture', 'settings'])
  const name =
    action === 'read' ? 'monk_core_api:inspections:read' : 'monk_core_api:inspections:write_organization'
  return (
    <section className="rounded-panel border border-line bg-panel p-8 text-center">
      <LockKeyhole aria-hidden className="mx-auto size-8 text-quiet" />
      <h2 className="mt-3 font-semibold text-base">{t(`forbidden.${action}`)}</h2>
      <p className="mx-auto mt-1 max-w-md text-quiet">{t('settings:webhooks.forbidden.why')}</p>
      <p className="mt-3 inline-block rounded-control bg-raised px-2 py-1">
        <CodeName name={name} />
      </p>
      <p className="mx-auto mt-3 max-w-md text-quiet">{t('settings:webhooks.forbidden.who')}</p>
    </section>
  )
}
