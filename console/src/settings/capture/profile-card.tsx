import { Link } from '@tanstack/react-router'
import type { CaptureProfile } from '@walkaround/sdk'
import { ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { isShipped, useProfileName } from '../../capture/profile-words.ts'

/** A profile in short: the whole card leads to it. */
export function ProfileCard({ profile }: { profile: CaptureProfile }) {
  const { t } = useTranslation('capture')
  const nameOf = useProfileName()
  const steps = profile.steps ?? []
  const required = steps.filter(({ isRequired }) => isRequired).length
  const facts = [
    t('profile.required', { count: required }),
    ...(steps.length > required ? [t('profile.optional', { count: steps.length - required })] : []),
    isShipped(profile) ? t('profile.shipped') : t('profile.version', { version: profile.version }),
  ]
  return (
    <li className="relative flex items-center gap-3 rounded-panel border border-line bg-panel p-4 hover:bg-raised">
      <div className="min-w-0 flex-1">
        <Link
          to="/settings/capture/$profileId"
          params={{ profileId: profile.id }}
          // Covers the card, so that all of it can be pressed.
          className="break-words font-semibold text-base after:absolute after:inset-0 after:rounded-panel"
        >
          {nameOf(profile)}
        </Link>
        <p className="text-quiet text-sm">{facts.join(' · ')}</p>
      </div>
      <ChevronRight aria-hidden className="size-5 shrink-0 text-quiet rtl:rotate-180" />
    </li>
  )
}
