import { Link } from '@tanstack/react-router'
import {
  ArrowRight,
  Check,
  ChevronLeft,
  FileText,
  History,
  Keyboard,
  Lock,
  MessageSquareWarning,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { UndoButtons as QueueButtons, SaveState } from '../edits/save-state.tsx'
import { Button } from '../look/button.tsx'
import { buttonLook } from '../look/button-look.ts'
import { classes } from '../look/class-names.ts'
import { useCompare } from './compare-context.ts'
import type { Side } from './compare-facts.ts'

export function CompareBar() {
  const { t } = useTranslation('compare')
  const { compared, counts, title, earlier, later, canEdit, isValidated, queue, screen } = useCompare()
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Link
        to="/inspections/$inspectionId"
        params={{ inspectionId: later.isGone ? earlier.id : later.id }}
        aria-label={t('bar.back')}
        className="inline-flex size-9 shrink-0 items-center justify-center rounded-control hover:bg-raised max-sm:size-[44px]"
      >
        <ChevronLeft aria-hidden className="size-5 rtl:rotate-180" />
      </Link>
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 lg:flex-none">
        <h1 className="min-w-0 truncate font-bold text-lg max-sm:w-full">{title || t('bar.untitled')}</h1>
        <p className="flex items-center gap-1.5 text-quiet max-sm:text-sm">
          <SideName side={earlier} name="earlier" />
          <ArrowRight aria-hidden className="size-4 rtl:rotate-180" />
          <SideName side={later} name="later" />
        </p>
      </div>
      {compared.status === 'DONE' ? (
        <span
          className={classes(
            'inline-flex items-center gap-1 rounded-full px-2 py-0.5 font-semibold text-sm',
            counts.open > 0 ? 'bg-minor text-on-minor' : 'bg-raised text-good',
          )}
        >
          {counts.open > 0 ? null : <Check aria-hidden className="size-3.5" />}
          {counts.open > 0 ? t('bar.open', { count: counts.open }) : t('bar.all_checked')}
        </span>
      ) : null}
      {canEdit ? <SaveState queue={queue} className="max-sm:sr-only" /> : <ReadOnly />}
      <div className="flex items-center gap-2 lg:ms-auto">
        {canEdit ? (
          <span className="flex gap-2 max-lg:hidden">
            <UndoButtons />
          </span>
        ) : null}
        <Button
          className="px-0 max-lg:hidden"
          aria-label={t('keys.keys')}
          title={`${t('keys.keys')} (?)`}
          onClick={() => screen.setState({ dialog: 'keys' })}
        >
          <Keyboard aria-hidden className="size-4" />
        </Button>
        <Link
          to="/inspections/$inspectionId/vehicle"
          params={{ inspectionId: later.isGone ? earlier.id : later.id }}
          className={classes(buttonLook(), 'max-lg:hidden')}
        >
          <History aria-hidden className="size-4" />
          {t('bar.timeline')}
        </Link>
        {compared.status === 'DONE' ? (
          <Button
            className="max-lg:size-[44px] max-lg:px-0"
            onClick={() => screen.setState({ dialog: 'paper' })}
          >
            <FileText aria-hidden className="size-4" />
            <span className="max-lg:sr-only">{t('bar.paper')}</span>
          </Button>
        ) : null}
        {canEdit && compared.status === 'DONE' && !later.isGone ? (
          <Button className="max-lg:hidden" onClick={() => screen.setState({ dialog: 'objection' })}>
            <MessageSquareWarning aria-hidden className="size-4" />
            {t('bar.objection')}
          </Button>
        ) : null}
        {canEdit ? (
          <Button
            className="max-lg:hidden"
            kind={counts.open === 0 ? 'main' : 'plain'}
            disabled={isValidated || later.isGone}
            onClick={() => screen.setState({ dialog: 'validate' })}
          >
            <Check aria-hidden className="size-4" />
            {t(isValidated ? 'bar.validated' : 'bar.validate')}
          </Button>
        ) : null}
      </div>
    </div>
  )
}

/** "Earlier, Nov 2": the client's own word for it, where it has one. */
function SideName({ side, name }: { side: Side; name: 'earlier' | 'later' }) {
  const { t, i18n } = useTranslation('compare')
  const isThisYear = new Date(side.createdAt ?? 0).getFullYear() === new Date().getFullYear()
  const day = new Intl.DateTimeFormat(i18n.language, {
    month: 'short',
    day: 'numeric',
    ...(isThisYear ? {} : { year: 'numeric' }),
  })
  const word = side.type?.replaceAll('_', ' ') || t(`side.${name}`)
  const text = side.createdAt ? `${word}, ${day.format(new Date(side.createdAt))}` : word
  if (side.isGone) return <span className="line-through first-letter:uppercase">{text}</span>
  return (
    <Link
      to="/inspections/$inspectionId"
      params={{ inspectionId: side.id }}
      className="first-letter:uppercase hover:text-ink hover:underline"
    >
      {text}
    </Link>
  )
}

function ReadOnly() {
  const { t } = useTranslation('compare')
  return (
    <span className="inline-flex items-center gap-1 text-quiet text-sm">
      <Lock aria-hidden className="size-4" />
      {t('bar.read_only')}
    </span>
  )
}

export function UndoButtons() {
  const { queue, actions } = useCompare()
  return <QueueButtons queue={queue} undo={actions.undo} redo={actions.redo} />
}
