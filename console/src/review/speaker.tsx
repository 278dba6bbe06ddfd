import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import { useEdits, useReviewScope } from './review-context.ts'
import { useFindingName } from './use-finding-name.ts'

const TOAST_MS = 4000

/** Says what was done to those who do not see it, and offers to take decisions back. */
export function Speaker() {
  const { t } = useTranslation('review')
  const { review, queue } = useReviewScope()
  const nameOf = useFindingName()
  const spoken = useEdits((state) => state.spoken)
  const refused = useEdits((state) => state.refused)
  const finding = review.findings.find((one) => one.id === spoken?.damageId)
  const name = finding ? nameOf(finding) : ''
  const what = spoken ? t(`said.${spoken.said}`, { name }) : ''
  const text = spoken ? t(`ways.${spoken.way}`, { what }) : ''

  const offerUndo = useEffectEvent(() => {
    if (spoken?.way !== 'do') return
    if (spoken.said !== 'confirmed' && spoken.said !== 'rejected') return
    toast(what, {
      id: 'edit',
      duration: TOAST_MS,
      // Below are the tools, and on a phone the answers.
      position: 'top-center',
      action: { label: t('keys.undo'), onClick: queue.undo },
    })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for everything that is said
  useEffect(() => offerUndo(), [spoken?.at])
  useEffect(() => {
    if (refused) toast.error(t('save.refused', { message: refused.message }))
  }, [refused, t])
  return (
    <p role="status" className="sr-only">
      {text} {spoken?.isSaved ? t('save.saved') : ''}
    </p>
  )
}
