import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRefusals } from '../edits/use-refusals.ts'
import { toast } from '../look/toast.ts'
import { saidBack, saidOf } from './edits/edit.ts'
import { useEditScope, useEdits } from './review-context.ts'
import { useFindingName } from './use-finding-name.ts'

const TOAST_MS = 4000

/** Says what was done to those who do not see it, and offers to take decisions back. */
export function Speaker() {
  const { t } = useTranslation(['review', 'edits'])
  const { review, queue } = useEditScope()
  const nameOf = useFindingName()
  // What was said on the page before was heard there.
  const [openedAt] = useState(Date.now)
  const spoken = useEdits((state) => (state.spoken && state.spoken.at >= openedAt ? state.spoken : null))
  useRefusals(queue)
  const damageId = spoken && 'damageId' in spoken.edit ? spoken.edit.damageId : null
  const finding = review.findings.find((one) => one.id === damageId)
  const name = finding ? nameOf(finding) : ''
  const said = spoken && (spoken.isTakenBack ? saidBack : saidOf)(spoken.edit)
  const key = spoken && spoken.count > 1 ? `said_many.${said}` : `said.${said}`
  const what = spoken ? t(key, { name, count: spoken.count }) : ''
  const text = spoken ? t(`ways.${spoken.way}`, { what }) : ''

  const offerUndo = useEffectEvent(() => {
    if (spoken?.way !== 'do') return
    if (said !== 'confirmed' && said !== 'rejected') return
    toast.message(what, {
      id: 'edit',
      duration: TOAST_MS,
      // Below are the tools, and on a phone the answers.
      position: 'top-center',
      action: { label: t('keys.undo'), onClick: queue.undo },
    })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for everything that is said
  useEffect(() => offerUndo(), [spoken?.at])
  return (
    <p role="status" className="sr-only">
      {text} {spoken?.isSaved ? t('edits:save.saved') : ''}
    </p>
  )
}
