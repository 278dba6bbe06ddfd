import { useTranslation } from 'react-i18next'
import { useLabels } from '../../look/use-labels.ts'
import { useMoney } from '../../look/use-money.ts'
import { SeverityChip } from '../../review/panel/severity-chip.tsx'
import type { Finding } from '../../review/review-model.ts'
import { useFindingName } from '../../review/use-finding-name.ts'
import { AmountField } from './amount-field.tsx'
import { useDamageScope } from './damage-context.ts'
import { ValueButton } from './value-button.tsx'
import { ValueSelect } from './value-select.tsx'

type Props = { finding: Finding }

const NAMES = ['none', 'minor', 'moderate', 'severe'] as const
const OPERATIONS = ['repair', 'replace'] as const
const SIZE_CM_MAX = 10_000

/** Whether what a row says can be changed: not what was rejected, and not by who may only read. */
function useIsFixed({ state }: Finding): boolean {
  return !useDamageScope().mayWrite || state === 'rejected'
}

export function PartCell({ finding }: Props) {
  const { t } = useTranslation('damages')
  const labels = useLabels()
  const { ask } = useDamageScope()
  const part = labels.parts[finding.partType ?? 'ignore']
  if (useIsFixed(finding)) return <span className="px-1.5 font-medium">{part}</span>
  return (
    <ValueButton
      className="font-medium"
      aria-label={`${t('column.part')}: ${part}`}
      onClick={() => ask({ what: 'part', of: finding })}
    >
      {part}
    </ValueButton>
  )
}

export function TypeCell({ finding }: Props) {
  const { t } = useTranslation('damages')
  const labels = useLabels()
  const { ask } = useDamageScope()
  const type = labels.damage_types[finding.damageType]
  if (useIsFixed(finding)) return <span className="px-1.5">{type}</span>
  return (
    <ValueButton
      aria-label={`${t('column.type')}: ${type}`}
      onClick={() => ask({ what: 'type', of: finding })}
    >
      {type}
    </ValueButton>
  )
}

export function SeverityCell({ finding }: Props) {
  const { t } = useTranslation('damages')
  const { edits } = useDamageScope()
  const labels = useLabels()
  const name = useFindingName()(finding)
  const { level } = finding
  const shown =
    level === null ? (
      <span aria-hidden className="text-quiet">
        –
      </span>
    ) : (
      <SeverityChip level={level} />
    )
  const isFixed = useIsFixed(finding)
  if (isFixed) return <span className="px-1.5">{shown}</span>
  return (
    <ValueSelect
      label={t('severity_of', { name })}
      value={String(level ?? '')}
      shown={shown}
      options={NAMES.map((one, at) => ({ value: String(at), text: labels.severities[one] }))}
      onChoose={(value) => edits.setLevel(finding, Number(value))}
    />
  )
}

export function OperationCell({ finding }: Props) {
  const { t } = useTranslation('damages')
  const { edits } = useDamageScope()
  const name = useFindingName()(finding)
  const operation = finding.severityId === null ? null : finding.isReplaced ? 'replace' : 'repair'
  const shown = (
    <span className={operation ? '' : 'text-quiet'}>{operation ? t(`operation.${operation}`) : '–'}</span>
  )
  const isFixed = useIsFixed(finding)
  if (isFixed) return <span className="px-1.5">{shown}</span>
  return (
    <ValueSelect
      label={t('operation_of', { name })}
      value={operation ?? ''}
      shown={shown}
      options={OPERATIONS.map((one) => ({ value: one, text: t(`operation.${one}`) }))}
      onChoose={(value) => edits.setOperation(finding, value === 'replace' ? 'replace' : 'repair')}
    />
  )
}

export function CostCell({ finding }: Props) {
  const { t } = useTranslation('damages')
  const { edits, currency } = useDamageScope()
  const money = useMoney(currency)
  const name = useFindingName()(finding)
  const isFixed = useIsFixed(finding)
  if (finding.pricedWith && finding.cost !== null)
    return <span className="text-quiet">{t('priced_with', { label: finding.pricedWith })}</span>
  if (isFixed) return <>{finding.cost === null ? '–' : money(finding.cost)}</>
  return (
    <AmountField
      label={t('cost_of', { name, currency })}
      isMoney
      value={finding.cost}
      isOff={finding.partType === null}
      onSave={(amount) => edits.setCost(finding, amount)}
    />
  )
}

export function SizeCell({ finding }: Props) {
  const { t, i18n } = useTranslation('damages')
  const { edits } = useDamageScope()
  const name = useFindingName()(finding)
  if (useIsFixed(finding))
    return <>{finding.sizeCm === null ? '–' : finding.sizeCm.toLocaleString(i18n.language)}</>
  return (
    <AmountField
      label={t('size_of', { name })}
      value={finding.sizeCm}
      isOff={false}
      isAllowed={(amount) => amount > 0 && amount <= SIZE_CM_MAX}
      onSave={(amount) => edits.setSize(finding, amount)}
    />
  )
}
