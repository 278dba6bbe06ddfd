import { useTranslation } from 'react-i18next'
import { classes } from '../look/class-names.ts'
import { useMoney } from '../look/use-money.ts'
import { useCompare } from './compare-context.ts'
import { canBeCharged, isNotCharged } from './verdicts.ts'

/** Major units: people read those. */
export const MINOR = 100

/** Whether the damage is charged, how much, and by which rule. */
export function Charge() {
  const { t } = useTranslation('compare')
  const { compared, place, canEdit, actions, earlier } = useCompare()
  const money = useMoney(compared.currency ?? 'EUR')
  if (!place?.isDamage || !canBeCharged(place.verdict)) return null
  const { isChargeable, amount, chargeableRule, verdict } = place
  const text = isChargeable
    ? amount === null
      ? t('charge.on_unpriced')
      : t('charge.on', { amount: money(amount / MINOR) })
    : t('charge.off')
  // Nobody can look at the pictures any more that a charge would rest on.
  const isLocked = !canEdit || (earlier.isGone && !isChargeable)
  return (
    <div className="flex min-h-9 items-center gap-2">
      <button
        type="button"
        role="switch"
        aria-checked={isChargeable}
        aria-label={t('keys.charge')}
        disabled={isLocked}
        onClick={actions.charge}
        className="grid min-h-[28px] place-items-center rounded-full disabled:cursor-not-allowed disabled:opacity-50 max-lg:min-h-[44px]"
      >
        <span
          aria-hidden
          className={classes(
            'flex h-5 w-9 items-center rounded-full p-0.5',
            isChargeable ? 'justify-end bg-accent' : 'justify-start bg-quiet',
          )}
        >
          <span className={classes('size-4 rounded-full', isChargeable ? 'bg-on-accent' : 'bg-panel')} />
        </span>
      </button>
      <span className="font-semibold">{text}</span>
      <span className="min-w-0 flex-1 truncate text-quiet text-sm">
        {isChargeable ? ruleText(chargeableRule, t) : ''}
        {!isChargeable && earlier.isGone ? t('charge.gone') : ''}
        {!isChargeable && !earlier.isGone && isNotCharged(verdict) ? t('charge.reason_asked') : ''}
      </span>
      {canEdit ? (
        <kbd
          aria-hidden
          className="rounded border border-line bg-raised px-1 font-sans text-quiet text-xs max-lg:hidden"
        >
          C
        </kbd>
      ) : null}
    </div>
  )
}

function ruleText(rule: string | null, t: (key: string) => string): string {
  if (rule === null) return ''
  return rule === 'person' ? t('charge.by_person') : rule.replaceAll('_', ' ')
}
