import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
import { TitledPanel } from '../../look/titled-panel.tsx'
import { useInspection } from '../inspection-context.ts'
import { useMay } from '../use-may.ts'

const ObjectionLinkDialog = lazy(async () => ({
  default: (await import('../../settings/objections/objection-link-dialog.tsx')).ObjectionLinkDialog,
}))

/** Lets the person whom the inspection concerns object to it. Not there for those who may not ask for a link. */
export function ObjectionsPanel() {
  const { t } = useTranslation('objections')
  const { inspectionId } = useInspection()
  const [isAsking, setAsking] = useState(false)
  if (!useMay('update')) return null
  return (
    <TitledPanel
      title={t('title')}
      action={
        <Button touch="sm" onClick={() => setAsking(true)}>
          {t('link.action')}
        </Button>
      }
    >
      <p className="text-quiet">{t('link.text')}</p>
      <Suspense>
        {isAsking ? <ObjectionLinkDialog about={{ inspectionId }} onClose={() => setAsking(false)} /> : null}
      </Suspense>
    </TitledPanel>
  )
}
