import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { toast } from '../look/toast.ts'
import type { QueueControls } from './edit-state.ts'

/** Tells each refusal once, also one that came while another page was open. */
export function useRefusals(queue: QueueControls): void {
  const { t } = useTranslation('edits')
  const refused = useStore(queue, (state) => state.refused)
  const tell = useEffectEvent((message: string) => {
    toast.error(t('save.refused', { message }))
    queue.setState({ refused: null })
  })
  useEffect(() => {
    if (refused) tell(refused.message)
  }, [refused])
}
