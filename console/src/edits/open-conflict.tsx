import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../look/button.tsx'
import type { Conflict, QueueControls } from './edit-state.ts'

type Props = {
  conflict: Conflict<unknown>
  queue: QueueControls
  /** Who changed what. */
  text: string
  fieldName: (field: string) => string
  valueName: (field: string, value: unknown) => string
}

/** Somebody changed the same thing in the meantime. Nothing more is sent until it is decided. */
export function OpenConflict({ queue, text, ...both }: Props) {
  const { t } = useTranslation('edits')
  const [areBothShown, setAreBothShown] = useState(false)
  return (
    <div role="alert" className="rounded-panel border border-bad bg-panel p-3">
      <div className="flex flex-wrap items-center gap-2">
        <p className="me-auto font-semibold">{text}</p>
        <Button kind="main" onClick={queue.keepMine}>
          {t('conflict.mine')}
        </Button>
        <Button onClick={queue.takeTheirs}>{t('conflict.theirs')}</Button>
        <Button aria-expanded={areBothShown} onClick={() => setAreBothShown(!areBothShown)}>
          {t('conflict.both')}
        </Button>
      </div>
      {areBothShown ? <Both {...both} /> : null}
    </div>
  )
}

function Both({ conflict, fieldName, valueName }: Omit<Props, 'queue' | 'text'>) {
  const { t } = useTranslation('edits')
  const { theirs } = conflict
  const { mine } = conflict.waiting
  const different = Object.keys(theirs).filter(
    (field) => valueName(field, mine[field]) !== valueName(field, theirs[field]),
  )
  return (
    <table className="mt-3 w-full max-w-2xl text-start">
      <thead className="text-quiet text-sm">
        <tr>
          <td />
          <th className="text-start font-medium">{t('conflict.column_mine')}</th>
          <th className="text-start font-medium">{t('conflict.column_theirs')}</th>
        </tr>
      </thead>
      <tbody>
        {different.map((field) => (
          <tr key={field} className="border-line border-t">
            <th scope="row" className="py-1 text-start font-normal text-quiet">
              {fieldName(field)}
            </th>
            <td>{valueName(field, mine[field])}</td>
            <td>{valueName(field, theirs[field])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
