import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
import type { AuditFilter } from './use-audit.ts'

const FIELDS = ['subject', 'operation', 'inspectionId'] as const

/** Each field is compared as a whole, so nothing is asked for before the person is done. */
export function FilterForm({ onChange }: { onChange: (filter: AuditFilter) => void }) {
  const { t } = useTranslation('settings')
  const id = useId()
  const [filter, setFilter] = useState<AuditFilter>({ subject: '', operation: '', inspectionId: '' })
  return (
    <form
      className="mt-3 flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        onChange(filter)
      }}
    >
      {FIELDS.map((name) => (
        <div key={name} className="min-w-0 flex-1 basis-40">
          <label htmlFor={`${id}-${name}`} className="block font-medium text-sm">
            {t(`audit.filter.${name}`)}
          </label>
          <input
            id={`${id}-${name}`}
            value={filter[name]}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setFilter({ ...filter, [name]: event.target.value.trim() })}
            className="mt-1 h-9 w-full rounded-control border border-line bg-panel px-3 max-sm:h-[44px] max-sm:text-base"
          />
        </div>
      ))}
      <Button type="submit" touch="sm" className="max-sm:w-full">
        {t('audit.show')}
      </Button>
    </form>
  )
}
