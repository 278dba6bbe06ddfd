import { Check, RotateCcw, Undo2, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
import type { Finding } from '../../review/review-model.ts'
import { useDamageScope } from './damage-context.ts'

/** What can be decided of all chosen damages together. Always in sight while some are chosen. */
export function ChosenBar({ chosen }: { chosen: readonly Finding[] }) {
  const { t } = useTranslation('damages')
  const { edits, choose } = useDamageScope()
  if (chosen.length === 0) return null
  const has = (state: Finding['state']) => chosen.some((one) => one.state === state)
  return (
    <section
      aria-label={t('chosen.label')}
      className="sticky bottom-3 z-20 flex flex-wrap items-center gap-2 rounded-panel border border-accent bg-panel p-2 ps-4 shadow-lg"
    >
      <p className="me-auto font-semibold">{t('chosen.count', { count: chosen.length })}</p>
      {has('proposed') ? (
        <Button kind="main" touch="lg" onClick={() => edits.confirm(...chosen)}>
          <Check aria-hidden className="size-4" />
          {t('chosen.confirm')}
        </Button>
      ) : null}
      {has('decided') ? (
        <Button touch="lg" onClick={() => edits.withdraw(...chosen)}>
          <Undo2 aria-hidden className="size-4" />
          {t('chosen.withdraw')}
        </Button>
      ) : null}
      {has('proposed') || has('decided') ? (
        <Button touch="lg" onClick={() => edits.reject(...chosen)}>
          <X aria-hidden className="size-4" />
          {t('chosen.reject')}
        </Button>
      ) : null}
      {has('rejected') ? (
        <Button touch="lg" onClick={() => edits.restore(...chosen)}>
          <RotateCcw aria-hidden className="size-4" />
          {t('chosen.restore')}
        </Button>
      ) : null}
      <Button
        kind="ghost"
        touch="lg"
        onClick={() =>
          choose(
            chosen.map(({ id }) => id),
            false,
          )
        }
      >
        {t('chosen.none')}
      </Button>
    </section>
  )
}
