import type { WebhookEndpoint } from '@walkaround/sdk'
import { useTranslation } from 'react-i18next'
import { ExactMoment } from '../pieces/moment.tsx'
import { Note } from '../pieces/note.tsx'
import { stateOf } from './endpoint-state.tsx'

/** What it means that an endpoint fails or is disabled, and what to do. Nothing when all is well. */
export function EndpointHealth({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { t } = useTranslation('settings')
  const state = stateOf(endpoint)
  if (state === 'working' || state === 'new') return null
  const since = state === 'failing' ? endpoint.failingSince : endpoint.disabledAt
  return (
    <Note kind={state === 'disabled' ? 'plain' : 'careful'} title={t(`health.${state}.title`)}>
      <p>{t(`health.${state}.text`)}</p>
      {since ? (
        <p className="mt-1 text-sm">
          {t('health.since')} <ExactMoment at={since} />
        </p>
      ) : null}
    </Note>
  )
}
