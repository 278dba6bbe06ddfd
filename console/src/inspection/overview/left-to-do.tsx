import { Link } from '@tanstack/react-router'
import { ArrowRight, CircleCheck, LoaderCircle } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { isOpen } from '../../review/review-model.ts'
import { readyToValidate } from '../../service/validate-inspection.ts'
import { useInspection } from '../inspection-context.ts'
import { useInspectionPictures } from '../pictures/use-inspection-pictures.ts'
import { useReports } from '../report/use-reports.ts'
import { useFindings } from '../use-findings.ts'

const HERE = '/inspections/$inspectionId'

type Place = typeof HERE | `${typeof HERE}/${'review' | 'pictures' | 'report'}`
type Item = { name: string; count: number; to: Place; hash?: string }

/** What a person still has to do, most pressing first, each with the way there. */
export function LeftToDo() {
  const { t } = useTranslation('overview')
  const { inspectionId } = useInspection()
  const items = useItems()
  const isRunning = useFindings().tasks.some(
    ({ status, waitsForPerson }) => !waitsForPerson && (status === 'TODO' || status === 'IN_PROGRESS'),
  )
  return (
    <section aria-label={t('left.label')} className="rounded-panel border border-line bg-panel px-4 py-3">
      {items.length === 0 && isRunning ? (
        <p className="flex items-center gap-2 font-medium">
          <LoaderCircle aria-hidden className="size-5 text-accent motion-safe:animate-spin" />
          {t('left.running')}
        </p>
      ) : items.length === 0 ? (
        <p className="flex items-center gap-2 font-medium text-good">
          <CircleCheck aria-hidden className="size-5" />
          {t('left.nothing')}
        </p>
      ) : (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h2 className="font-semibold text-base">{t('left.label')}</h2>
          <ul className="flex flex-wrap gap-2 max-sm:w-full">
            {items.map(({ name, count, to, hash }) => (
              <li key={name} className="max-sm:w-full">
                <Link
                  to={to}
                  params={{ inspectionId }}
                  {...(hash ? { hash } : {})}
                  className="group inline-flex min-h-9 items-center gap-2 rounded-control border border-line px-3 font-medium hover:bg-raised max-sm:min-h-11 max-sm:w-full"
                >
                  <span>{t(`left.${name}`, { count })}</span>
                  <ArrowRight aria-hidden className="ms-auto size-4 text-quiet rtl:rotate-180" />
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}

function useItems(): Item[] {
  const { entities } = useInspection()
  const { findings } = useFindings()
  const pictures = useInspectionPictures()
  const { data: reports = [] } = useReports()
  const tasks = Object.values(entities.tasks)
  const [report] = reports
  const withStatus = (status: string) => tasks.filter((task) => task.status === status).length
  const ready = readyToValidate(tasks)
  const items: Item[] = [
    { name: 'failed', count: withStatus('ERROR'), to: HERE, hash: 'tasks' },
    { name: 'damages', count: findings.filter(isOpen).length, to: `${HERE}/review` },
    {
      name: 'retakes',
      count: pictures.filter((one) => one.check.state === 'retake').length,
      to: `${HERE}/pictures`,
    },
    { name: 'pictures', count: pictures.length === 0 ? 1 : 0, to: `${HERE}/pictures` },
    { name: 'start', count: withStatus('NOT_STARTED'), to: HERE, hash: 'tasks' },
    { name: 'validate', count: ready.length, to: HERE, hash: 'tasks' },
    { name: 'report', count: report?.isOutdated ? 1 : 0, to: `${HERE}/report` },
  ]
  return items.filter(({ count }) => count > 0)
}
