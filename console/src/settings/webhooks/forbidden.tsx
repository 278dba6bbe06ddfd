import { LockKeyhole } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { CodeName } from '../pieces/code-name.tsx'

/** Says what one may not do, why, and who can change it, in place of a page that would be refused. */
export function Forbidden({ action }: { action: 'read' | 'write' }) {
  const { t } = useTranslation('settings')
  return (
    <section className="rounded-panel border border-line bg-panel p-8 text-center">
      <LockKeyhole aria-hidden className="mx-auto size-8 text-quiet" />
      <h2 className="mt-3 font-semibold text-base">{t(`webhooks.forbidden.${action}`)}</h2>
      <p className="mx-auto mt-1 max-w-md text-quiet">{t('webhooks.forbidden.why')}</p>
      <p className="mt-3 inline-block rounded-control bg-raised px-2 py-1">
        <CodeName name={`monk_core_api:inspections:${action}_organization`} />
      </p>
      <p className="mx-auto mt-3 max-w-md text-quiet">{t('webhooks.forbidden.who')}</p>
    </section>
  )
}
