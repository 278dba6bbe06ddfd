import { Link, type LinkProps, Outlet } from '@tanstack/react-router'
import {
  Camera,
  Gauge,
  Hourglass,
  Keyboard,
  type LucideIcon,
  MessageSquareWarning,
  Palette,
  ScrollText,
  ShieldCheck,
  Webhook,
} from 'lucide-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Skeleton } from './pieces/skeleton.tsx'

type Entry = { to: NonNullable<LinkProps['to']>; name: string; icon: LucideIcon }

const GROUPS: { name: string; entries: Entry[] }[] = [
  {
    name: 'yours',
    entries: [
      { to: '/settings/appearance', name: 'appearance', icon: Palette },
      { to: '/settings/keyboard', name: 'keyboard', icon: Keyboard },
      { to: '/settings/access', name: 'access', icon: ShieldCheck },
    ],
  },
  {
    name: 'organization',
    entries: [
      { to: '/settings/capture', name: 'capture', icon: Camera },
      { to: '/settings/webhooks', name: 'webhooks', icon: Webhook },
      { to: '/settings/objections', name: 'objections', icon: MessageSquareWarning },
      { to: '/settings/retention', name: 'retention', icon: Hourglass },
      { to: '/settings/audit', name: 'audit', icon: ScrollText },
      { to: '/settings/quotas', name: 'quotas', icon: Gauge },
    ],
  },
]

const link =
  'flex items-center rounded-control font-medium text-quiet hover:bg-raised hover:text-ink data-[status=active]:bg-chosen data-[status=active]:text-ink md:h-9 md:gap-2 md:px-3 max-md:min-h-[52px] max-md:flex-col max-md:justify-center max-md:gap-1 max-md:text-sm'

/** The way between the settings, and one of them. */
export function SettingsPage() {
  const { t } = useTranslation('settings')
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-1 gap-8 p-4 max-md:flex-col max-md:gap-4 md:pt-6">
      <nav
        aria-label={t('title')}
        className="shrink-0 max-md:grid max-md:grid-cols-3 max-md:gap-1 max-md:rounded-panel max-md:border max-md:border-line max-md:bg-panel max-md:p-1 md:w-52"
      >
        {GROUPS.map((group) => (
          <div key={group.name} className="max-md:contents md:mb-5">
            <p className="px-3 pb-1 font-medium text-quiet text-sm max-md:hidden">{t(`nav.${group.name}`)}</p>
            {group.entries.map(({ to, name, icon: Icon }) => (
              <Link key={name} to={to} className={link}>
                <Icon aria-hidden className="size-4 shrink-0" />
                {t(`nav.${name}`)}
              </Link>
            ))}
          </div>
        ))}
      </nav>
      <div className="flex min-w-0 flex-1 flex-col gap-4">
        <Suspense fallback={<Skeleton rows={3} />}>
          <Outlet />
        </Suspense>
      </div>
    </div>
  )
}
