import { Link } from '@tanstack/react-router'
import type { Objection } from '@walkaround/sdk'
import { CircleCheck, Clock, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
import { Chip } from '../../look/chip.tsx'
import { ExactMoment, Moment } from '../pieces/moment.tsx'
import { DecisionForm } from './decision-form.tsx'

/** One objection: the person's words and photos, the evidence one click away, and the answer. */
export function ObjectionCard({ objection, mayDecide }: { objection: Objection; mayDecide: boolean }) {
  const { t } = useTranslation('objections')
  const [isDeciding, setDeciding] = useState(false)
  const { about, text, pictures = [], decision, earlierDecisions = [], createdAt, dueAt } = objection
  return (
    <li className="border-line border-t py-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="min-w-0 break-words font-semibold">{about ?? t('everything')}</h3>
        <State objection={objection} />
      </div>
      <p className="mt-2 max-w-prose whitespace-pre-wrap break-words">{text}</p>
      {pictures.length > 0 ? (
        <ul className="mt-2 flex flex-wrap gap-2">
          {pictures.map(({ id, path }, at) => (
            <li key={id}>
              <a href={path} target="_blank" rel="noreferrer">
                <img
                  src={path}
                  alt={t('photo', { number: at + 1 })}
                  loading="lazy"
                  className="size-24 rounded-control border border-line object-cover"
                />
              </a>
            </li>
          ))}
        </ul>
      ) : null}
      <p className="mt-2 text-quiet text-sm">
        {t('sent')} {createdAt ? <Moment at={createdAt} /> : null}
        {decision || !dueAt ? null : (
          <>
            {' '}
            · {t('due')} <ExactMoment at={dueAt} />
          </>
        )}{' '}
        · <Evidence objection={objection} />
      </p>
      {[...earlierDecisions, ...(decision ? [decision] : [])].map((one) => (
        <p key={one.decidedAt} className="mt-2 break-words border-line border-s-2 ps-3">
          <span className="font-medium">{t(`decision.${one.decision}`)}</span> · {one.reason}
          <span className="block text-quiet text-sm">
            {t('decided_by', { by: one.decidedBy })} <ExactMoment at={one.decidedAt} />
          </span>
        </p>
      ))}
      {isDeciding ? (
        <DecisionForm objection={objection} onEnd={() => setDeciding(false)} />
      ) : mayDecide ? (
        <Button touch="sm" className="mt-3" onClick={() => setDeciding(true)}>
          {t(decision ? 'decide_again' : 'decide')}
        </Button>
      ) : null}
    </li>
  )
}

function State({ objection: { decision, isOverdue } }: { objection: Objection }) {
  const { t } = useTranslation('objections')
  if (decision)
    return <Chip icon={CircleCheck} look="bg-raised text-ink" text={t(`decision.${decision.decision}`)} />
  if (isOverdue) return <Chip icon={TriangleAlert} look="bg-raised text-bad" text={t('overdue')} />
  return <Chip icon={Clock} look="bg-raised text-ink" text={t('open')} />
}

function Evidence({ objection: { comparisonId, inspectionId } }: { objection: Objection }) {
  const { t } = useTranslation('objections')
  if (comparisonId)
    return (
      <Link to="/compare/$comparisonId" params={{ comparisonId }} className="underline">
        {t('comparison')}
      </Link>
    )
  return (
    <Link to="/inspections/$inspectionId" params={{ inspectionId: inspectionId ?? '' }} className="underline">
      {t('inspection')}
    </Link>
  )
}
