import { Link } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'

export function BackLink() {
  const { t } = useTranslation('capture')
  return (
    <Link
      to="/settings/capture"
      className="-ms-1 inline-flex min-h-[28px] items-center gap-1 self-start rounded-control pe-2 font-medium text-quiet hover:text-ink max-sm:min-h-[44px]"
    >
      <ChevronLeft aria-hidden className="size-4 rtl:rotate-180" />
      {t('page.title')}
    </Link>
  )
}
