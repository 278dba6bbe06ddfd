import { WalkaroundError } from '@walkaround/sdk'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
import { NumberInput } from '../../look/controls.tsx'
import { Field } from '../../look/field.tsx'
import { isWholeNumber, useForm } from '../../look/use-form.ts'
import { ConfirmDialog } from '../pieces/confirm-dialog.tsx'
import { DueText } from './due-text.tsx'
import {
  type Days,
  forEachRule,
  KINDS,
  type Retention,
  RULES,
  usePreview,
  useUpdateRetention,
} from './use-retention.ts'

const DAYS_MAX = 36_500

/** How many days each is kept; an empty field keeps it. Says at once what would go, and asks before it does. */
export function RuleForm({ retention, onEnd }: { retention: Retention; onEnd: () => void }) {
  const { t } = useTranslation('settings')
  const id = useId()
  const {
    values: texts,
    bind,
    wrong,
    onSubmit,
  } = useForm(
    () => forEachRule((rule) => String(retention[rule] ?? '')),
    (texts) => forEachRule((rule) => (isRule(texts[rule]) ? undefined : t('retention.wrong'))),
  )
  const [isAsking, setAsking] = useState(false)
  const save = useUpdateRetention(retention.version)
  const days: Days = forEachRule((rule) =>
    texts[rule].trim() && isRule(texts[rule]) ? Number(texts[rule]) : null,
  )
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
      onSubmit={onSubmit(() => setAsking(true))}
      className="mt-3"
    >
      {RULES.map((rule) => (
        <Field key={rule} label={t(`retention.field.${rule}`)} error={wrong[rule]} className="mt-3">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <NumberInput
              placeholder={t('retention.kept')}
              aria-describedby={`${id}-${rule}-due`}
              className="w-28"
              {...bind(rule)}
            />
            <p id={`${id}-${rule}-due`} role="status" className="text-quiet">
              {wrong[rule] ? null : <DueText due={preview?.[rule] ?? null} />}
            </p>
          </div>
        </Field>
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

const isRule = (text: string) => text.trim() === '' || isWholeNumber(text, 1, DAYS_MAX)
