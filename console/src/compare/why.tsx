import {
  ArrowLeftRight,
  CircleHelp,
  Crop,
  Eye,
  Focus,
  ImageOff,
  type LucideIcon,
  Moon,
  Ruler,
  ScanSearch,
  Sun,
  TrendingUp,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useLabels } from '../look/use-labels.ts'
import { useCompare } from './compare-context.ts'
import type { Reason } from './compare-model.ts'
import { figuresOf } from './reason-figures.ts'
import { isNotCharged } from './verdicts.ts'

const ICONS: Record<string, LucideIcon> = {
  absent_and_visible: Eye,
  gone_and_visible: Eye,
  found_same_place: Eye,
  searched_again: ScanSearch,
  low_score_before: ScanSearch,
  would_have_shown: Ruler,
  too_small: Ruler,
  within_error: Ruler,
  size_unknown: Ruler,
  grown: TrendingUp,
  type_escalated: TrendingUp,
  not_in_pictures: ImageOff,
  part_cropped: Crop,
  occluded: ImageOff,
  blurred: Focus,
  dark: Moon,
  glare: Sun,
  not_aligned: ArrowLeftRight,
}

/** The reasons as a proof, step by step, with the figures in small print. */
export function Why() {
  const { t } = useTranslation('compare')
  const { compared, place, screen } = useCompare()
  if (!place) return null
  return (
    <section aria-label={t('why.label')} className="flex min-w-0 flex-col gap-2 p-4">
      <h2 className="font-semibold">{t(`why.${place.proposedVerdict}`)}</h2>
      <ol className="flex flex-col gap-2.5">
        {place.reasons.map((reason) => (
          <ReasonStep key={reason.reason} {...reason} />
        ))}
        {place.reasons.length === 0 ? <li className="text-quiet">{t('why.none')}</li> : null}
      </ol>
      <p className="mt-auto flex flex-wrap gap-x-3 gap-y-1 pt-2 text-quiet text-sm">
        <span>
          {isNotCharged(place.verdict)
            ? t('why.not_charged')
            : t(compared.isEarlierReadAgain ? 'why.read_again' : 'why.same_models')}
        </span>
        <button
          type="button"
          className="font-medium text-accent hover:underline"
          onClick={() => screen.setState({ dialog: 'evidence' })}
        >
          {t('evidence.title')}
        </button>
      </p>
    </section>
  )
}

function ReasonStep({ reason, values }: Reason) {
  const { t, i18n } = useTranslation('compare')
  const Icon = ICONS[reason] ?? CircleHelp
  const figures = useFigures(reason, values)
  return (
    <li className="flex gap-3">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-quiet" />
      <p className="min-w-0">
        {i18n.exists(`compare:reason.${reason}`) ? t(`reason.${reason}`) : reason.replaceAll('_', ' ')}
        {figures ? <span className="block text-quiet text-sm">{figures}</span> : null}
      </p>
    </li>
  )
}

/** The small print of a reason, in the numbers of the reader's language. */
function useFigures(reason: string, values: Reason['values']): string | null {
  const { t, i18n } = useTranslation('compare')
  const labels = useLabels()
  const { pair } = useCompare()
  if (reason === 'type_escalated') return escalation(values, labels.damage_types)
  const figures = figuresOf(reason, values)
  if (!figures) return null
  const number = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 2 })
  const length = (mm: number) =>
    mm >= 10
      ? t('stage.cm', {
          size: new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 }).format(mm / 10),
        })
      : t('stage.mm', { size: new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 }).format(mm) })
  const shown = Object.fromEntries(
    Object.entries(figures).map(([name, value]) => {
      if (typeof value !== 'number') return [name, value]
      return [name, name.endsWith('_mm') ? length(value) : number.format(value)]
    }),
  )
  const own = pair?.later?.lengthMm ?? pair?.earlier?.lengthMm
  const size = own ? ` ${t('figures.own_size', { size: length(own) })}` : ''
  return t(`figures.${reason}`, shown) + (reason === 'would_have_shown' || reason === 'too_small' ? size : '')
}

function escalation(values: Reason['values'], words: Readonly<Record<string, string>>): string | null {
  const [earlier, later] = [values.earlier_type ?? values.earlierType, values.later_type ?? values.laterType]
  const [before, now] = [words[String(earlier)], words[String(later)]]
  return before && now ? `${before} → ${now}` : null
}
