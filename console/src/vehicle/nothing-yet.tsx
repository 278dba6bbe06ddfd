import { CarFront } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCreateComparison } from '../compare/use-create-comparison.ts'
import { Button } from '../look/button.tsx'
import { Input } from '../look/controls.tsx'

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i

/** The first inspection of a vehicle. Another can be named: plates are missing and mistyped. */
export function NothingYet({ inspectionId, mayCompare }: { inspectionId: string; mayCompare: boolean }) {
  const { t } = useTranslation('vehicle')
  const create = useCreateComparison()
  const [text, setText] = useState('')
  const earlierInspectionId = UUID.exec(text)?.[0]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (earlierInspectionId) create.mutate({ earlierInspectionId, laterInspectionId: inspectionId })
  }
  return (
    <div className="m-auto flex w-full max-w-lg flex-col items-center gap-3 px-4 py-14 text-center">
      <CarFront aria-hidden className="size-10 text-quiet" />
      <h2 className="font-semibold text-lg">{t('first.title')}</h2>
      <p className="text-balance text-quiet">{t('first.text')}</p>
      {mayCompare ? (
        <form onSubmit={submit} className="mt-2 flex w-full gap-2 max-sm:flex-col">
          <Input
            size="dense"
            touch="lg"
            value={text}
            aria-label={t('first.id')}
            placeholder={t('first.id')}
            onValue={setText}
            className="flex-1 max-lg:flex-none"
          />
          <Button type="submit" kind="main" touch="lg" disabled={!earlierInspectionId || create.isPending}>
            {t('first.compare')}
          </Button>
        </form>
      ) : null}
    </div>
  )
}
