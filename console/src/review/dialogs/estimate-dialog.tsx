import { useQuery } from '@tanstack/react-query'
import { getEstimate, WalkaroundError } from '@walkaround/sdk'
import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
import { Dialog } from '../../look/dialog.tsx'
import { useClient } from '../../service/service-context.ts'
import { EstimateLines } from './estimate-lines.tsx'

/** The arithmetic behind the sum, line by line. */
export function EstimateDialog({ inspectionId, onClose }: { inspectionId: string; onClose: () => void }) {
  const { t } = useTranslation('review')
  const client = useClient()
  const { data, error, isPending } = useQuery({
    queryKey: ['inspection', inspectionId, 'estimate'],
    queryFn: async () => {
      const { entities, result } = await getEstimate(client, inspectionId)
      return entities.estimates[result] ?? null
    },
    staleTime: 0,
    retry: false,
  })
  const isNotMade = error instanceof WalkaroundError && error.code === 'estimate_not_made'
  return (
    <Dialog open title={t('estimate.title')} onClose={onClose} className="w-[min(44rem,calc(100vw-2rem))]">
      <div className="mt-3">
        {isPending ? <p className="text-quiet">{t('loading')}</p> : null}
        {error ? <p className="text-quiet">{isNotMade ? t('estimate.not_made') : error.message}</p> : null}
        {data ? <EstimateLines estimate={data} /> : null}
      </div>
      <Button className="mt-4" onClick={onClose}>
        {t('close')}
      </Button>
    </Dialog>
  )
}
