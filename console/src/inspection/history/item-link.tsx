import { Link } from '@tanstack/react-router'
import { TASK_NAMES } from '@walkaround/catalog/tasks'
import type { HistoryEntry } from '@walkaround/sdk'
import { useTranslation } from 'react-i18next'
import { useLabels } from '../../look/use-labels.ts'
import { useEditScope } from '../../review/review-context.ts'
import { useFindingName } from '../../review/use-finding-name.ts'
import { useInspection } from '../inspection-context.ts'

const link = 'font-medium text-accent underline decoration-line underline-offset-4 hover:decoration-accent'

/** What an entry is about, as a way to it. */
export function ItemLink({ entry }: { entry: HistoryEntry }) {
  const { t } = useTranslation('history')
  const { inspectionId, entities } = useInspection()
  const { review } = useEditScope()
  const labels = useLabels()
  const nameOf = useFindingName()
  const params = { inspectionId }
  const id = entry.itemId ?? ''
  const findingOf = (damageId: string | undefined) => review.findings.find((one) => one.id === damageId)
  switch (entry.itemType) {
    case 'damage': {
      const finding = findingOf(id)
      if (!finding) return null
      return (
        <Link
          to="/inspections/$inspectionId/damages"
          params={params}
          search={{ damage: id }}
          className={link}
        >
          {nameOf(finding)}
        </Link>
      )
    }
    case 'view': {
      const { damageId, imageId } = entities.views[id] ?? {}
      const finding = findingOf(damageId)
      const picture = review.pictures.find((one) => one.id === imageId)
      if (!finding || !picture) return null
      return (
        <Link
          to="/inspections/$inspectionId/review"
          params={params}
          search={{ image: picture.id, damage: finding.id }}
          className={link}
        >
          {t('on_picture', { name: nameOf(finding), number: picture.number })}
        </Link>
      )
    }
    case 'pricing': {
      const part = entities.severityResults[id]?.label ?? entities.pricings[id]?.partType
      if (!part) return null
      return (
        <Link to="/inspections/$inspectionId/damages" params={params} search={{ part }} className={link}>
          {labels.parts[part]}
        </Link>
      )
    }
    case 'image': {
      const picture = review.pictures.find((one) => one.id === id)
      if (!picture) return null
      return (
        <Link to="/inspections/$inspectionId/review" params={params} search={{ image: id }} className={link}>
          {t('picture', { number: picture.number })}
        </Link>
      )
    }
    case 'vehicle':
      return (
        <Link to="/inspections/$inspectionId/documents" params={params} className={link}>
          {t('vehicle')}
        </Link>
      )
    case 'report':
      return (
        <Link to="/inspections/$inspectionId/report" params={params} className={link}>
          {t('report')}
        </Link>
      )
    case 'comparison':
      return (
        <Link to="/compare/$comparisonId" params={{ comparisonId: id }} search={{}} className={link}>
          {t('comparison')}
        </Link>
      )
    case 'task': {
      const { name } = entities.tasks[id] ?? {}
      const known = TASK_NAMES.find((one) => one === name)
      return <span className="font-medium">{known ? labels.tasks[known] : name}</span>
    }
    default:
      return null
  }
}
