import type { WebhookEndpoint } from '@walkaround/sdk'
import { Circle, CircleCheck, CircleSlash, type LucideIcon, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { classes } from '../../look/class-names.ts'

export type EndpointState = 'new' | 'working' | 'failing' | 'disabled' | 'gone' | 'given_up'

const DISABLED = { client: 'disabled', gone: 'gone', failing: 'given_up' } as const
const LOOKS: Record<EndpointState, { icon: LucideIcon; look: string }> = {
  new: { icon: Circle, look: 'border-line text-quiet' },
  working: { icon: CircleCheck, look: 'border-good text-good' },
  failing: { icon: TriangleAlert, look: 'border-transparent bg-moderate text-on-moderate' },
  disabled: { icon: CircleSlash, look: 'border-line text-quiet' },
  gone: { icon: CircleSlash, look: 'border-transparent bg-severe text-on-severe' },
  given_up: { icon: CircleSlash, look: 'border-transparent bg-severe text-on-severe' },
}

export function stateOf(endpoint: WebhookEndpoint): EndpointState {
  if (endpoint.isEnabled === false) return DISABLED[endpoint.disabledReason ?? 'client']
  if (endpoint.failingSince) return 'failing'
  return endpoint.lastAttemptAt ? 'working' : 'new'
}

export function EndpointStateMark({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { t } = useTranslation('settings')
  const state = stateOf(endpoint)
  const { icon: Icon, look } = LOOKS[state]
  return (
    <span
      className={classes(
        'inline-flex shrink-0 items-center gap-1.5 whitespace-nowrap rounded-full border px-2 py-0.5 font-medium text-sm',
        look,
      )}
    >
      <Icon aria-hidden className="size-3.5" />
      {t(`webhooks.state.${state}`)}
    </span>
  )
}
