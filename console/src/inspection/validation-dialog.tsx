import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '../look/button.tsx'
import { Dialog } from '../look/dialog.tsx'
import { inspectionKey } from '../service/read-inspection.ts'
import { useClient } from '../service/service-context.ts'
import { useTellValidation } from '../service/use-tell-validation.ts'
import { validateInspection } from '../service/validate-inspection.ts'

type Props = {
  inspectionId: string
  title: string
  text: string
  /** What stands on the buttons. */
  back: string
  action: string
  /** Told while work is not saved: until it is, nothing can be validated. */
  unsaved: string | null
  isPossible: boolean
  onClose: () => void
  children: ReactNode
}

/** Asks before an inspection is validated, does it, and says what went wrong. */
export function ValidationDialog({ inspectionId, unsaved, isPossible, onClose, children, ...words }: Props) {
  const client = useClient()
  const queries = useQueryClient()
  const tell = useTellValidation()
  const validation = useMutation({
    mutationFn: () => validateInspection(client, inspectionId),
    onSuccess: (outcome) => {
      tell(outcome)
      onClose()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: inspectionKey(inspectionId) }),
  })
  return (
    <Dialog open title={words.title} text={words.text} onClose={onClose}>
      {children}
      {unsaved === null ? null : <p className="mt-3 text-bad">{unsaved}</p>}
      {validation.error ? (
        <p role="alert" className="mt-3 text-bad">
          {validation.error.message}
        </p>
      ) : null}
      <div className="mt-5 flex justify-end gap-2">
        <Button onClick={onClose}>{words.back}</Button>
        <Button
          kind="main"
          autoFocus
          disabled={!isPossible || unsaved !== null || validation.isPending}
          onClick={() => validation.mutate()}
        >
          {words.action}
        </Button>
      </div>
    </Dialog>
  )
}
