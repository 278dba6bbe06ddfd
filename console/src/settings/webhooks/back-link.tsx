import { Link } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'

type Props = { endpointId?: string | undefined; className?: string; children: ReactNode }

/** To an endpoint, or to all of them. */
export function WebhooksLink({ endpointId, ...rest }: Props) {
  return endpointId === undefined ? (
    <Link to="/settings/webhooks" {...rest} />
  ) : (
    <Link to="/settings/webhooks/$endpointId" params={{ endpointId }} {...rest} />
  )
}

export function BackLink({ children, endpointId }: Omit<Props, 'className'>) {
  return (
    <WebhooksLink
      endpointId={endpointId}
      className="-ms-1 inline-flex min-h-[28px] items-center gap-1 self-start rounded-control pe-2 font-medium text-quiet hover:text-ink max-sm:min-h-[44px]"
    >
      <ChevronLeft aria-hidden className="size-4 rtl:rotate-180" />
      {children}
    </WebhooksLink>
  )
}
