import { LockKeyhole } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { CodeName } from './code-name.tsx'

/** In place of a page that would be refused: what one may not do, why, which permission it takes, and who gives it. */
export function Forbidden({ title, permission }: { title: string; permission: string }) {
  const { t } = useTranslation('settings')
  return (
    <section className="rounded-panel border border-line bg-panel p-8 text-center">
      <LockKeyhole aria-hidden className="mx-auto size-8 text-quiet" />
      <h2 className="mt-3 font-semibold text-base">{title}</h2>
      <p className="mx-auto mt-1 max-w-md text-quiet">{t('forbidden.why')}</p>
      <p className="mt-3 inline-block rounded-control bg-raised px-2 py-1">
        <CodeName name={permission} />
      </p>
      <p className="mx-auto mt-3 max-w-md text-quiet">{t('forbidden.who')}</p>
    </section>
  )
}
