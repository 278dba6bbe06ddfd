import { useMutation } from '@tanstack/react-query'
import { exportInspection } from '@walkaround/sdk'
import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
import { download } from '../../look/download.ts'
import { TitledPanel } from '../../look/titled-panel.tsx'
import { useClient } from '../../service/service-context.ts'
import { useRights } from '../../session/permissions.ts'
import { ErrorNote } from '../../settings/pieces/error-note.tsx'
import { useInspection } from '../inspection-context.ts'

/** Everything about the inspection as one file. Not there for those who may not have it: it holds the original files. */
export function ExportPanel() {
  const { t } = useTranslation('overview')
  const { inspectionId } = useInspection()
  const { reachesOrganization } = useRights()
  const client = useClient()
  const save = useMutation({
    mutationFn: async () => {
      const archive = await exportInspection(client, inspectionId)
      download(await new Response(archive).blob(), `inspection-${inspectionId}.tar`)
    },
  })
  if (!reachesOrganization('write')) return null
  return (
    <TitledPanel
      title={t('export.title')}
      action={
        <Button touch="sm" disabled={save.isPending} onClick={() => save.mutate()}>
          {t(save.isPending ? 'export.running' : 'export.action')}
        </Button>
      }
    >
      <p className="text-quiet">{t('export.text')}</p>
      <ErrorNote error={save.error} />
    </TitledPanel>
  )
}
