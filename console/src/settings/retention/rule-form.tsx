import { WalkaroundError } from '@walkaround/sdk'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
import { ConfirmDialog } from '../pieces/confirm-dialog.tsx'
import { DueText } from './due-text.tsx'
import {
  type Days,
  forEachRule,
  KINDS,
  type Retention,
  RULES,
  type Rule,
  usePreview,
  useUpdateRetention,
} from './use-retention.ts'

const DAYS_MAX = 36_500
const field =
  'h-9 w-28 rounded-control border border-line bg-panel px-3 tabular-nums aria-invalid:border-bad max-sm:h-[44px] max-sm:text-base'

/** How many days each is kept; an empty field keeps it. Says at once what would go, and asks before it does. */
export function RuleForm({ retention, onEnd }: { retention: Retention; onEnd: () => void }) {
  const { t } = useTranslation('settings')
  const id = useId()
  const [texts, setTexts] = useState(() => forEachRule((rule) => String(retention[rule] ?? '')))
  const [isAsking, setAsking] = useState(false)
  const save = useUpdateRetention(retention.version)
  const days: Days = forEachRule((rule) => daysOf(texts[rule]))
  const isWrong = (rule: Rule) => texts[rule] !== '' && days[rule] === null
  const { data: preview } = usePreview(days)
  const countDue = (kind: keyof typeof KINDS) =>
    KINDS[kind].reduce((sum, rule) => sum + (preview?.[rule]?.dueCount ?? 0), 0)
  const dueTexts = (['due', 'files', 'audit'] as const).flatMap((kind) =>
    countDue(kind) > 0 ? [t(`retention.ask_${kind}`, { count: countDue(kind) })] : [],
  )
  const isAnyDue = dueTexts.length > 0
  const isStale = save.error instanceof WalkaroundError && save.error.code === 'version_stale'
  return (
    <form
      noValidate
      aria-label={t('retention.change')}
      onSubmit={(event) => {
        event.preventDefault()
        if (!RULES.some(isWrong)) setAsking(true)
      }}
      className="mt-3"
    >
      {RULES.map((rule) => (
        <div key={rule} className="mt-3">
          <label htmlFor={`${id}-${rule}`} className="font-medium">
            {t(`retention.field.${rule}`)}
          </label>
          <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
            <input
              id={`${id}-${rule}`}
              inputMode="numeric"
              value={texts[rule]}
              placeholder={t('retention.kept')}
              aria-invalid={isWrong(rule)}
              aria-describedby={`${id}-${rule}-due`}
              onChange={(event) => setTexts({ ...texts, [rule]: event.target.value.trim() })}
              className={field}
            />
            <p id={`${id}-${rule}-due`} role="status" className={isWrong(rule) ? 'text-bad' : 'text-quiet'}>
              {isWrong(rule) ? t('retention.wrong') : <DueText due={preview?.[rule] ?? null} />}
            </p>
          </div>
        </div>
      ))}
      <div className="mt-4 flex flex-wrap gap-2">
        <Button kind="main" type="submit" touch="sm">
          {t('form.save')}
        </Button>
        <Button onClick={onEnd} touch="sm">
          {t('cancel')}
        </Button>
      </div>
      {isAsking ? (
        <ConfirmDialog
          title={t('retention.ask')}
          text={isAnyDue ? dueTexts.join(' ') : t('retention.ask_none')}
          action={t(isAnyDue ? 'retention.ask_action' : 'form.save')}
          isDanger={isAnyDue}
          isRunning={save.isPending}
          error={save.error}
          onConfirm={() => save.mutate(days, { onSuccess: onEnd })}
          onClose={() => (isStale ? onEnd() : setAsking(false))}
        />
      ) : null}
    </form>
  )
}

function daysOf(text: string): number | null {
  const days = Number(text)
  return /^\d{1,5}$/.test(text) && days >= 1 && days <= DAYS_MAX ? days : null
}
