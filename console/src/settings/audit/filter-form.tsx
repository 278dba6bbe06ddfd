import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
import { Input } from '../../look/controls.tsx'
import { Field } from '../../look/field.tsx'
import { useForm } from '../../look/use-form.ts'
import type { AuditFilter } from './use-audit.ts'

const FIELDS = ['subject', 'operation', 'inspectionId'] as const

/** Each field is compared as a whole, so nothing is asked for before the person is done. */
export function FilterForm({ onChange }: { onChange: (filter: AuditFilter) => void }) {
  const { t } = useTranslation('settings')
  const { values, bind, onSubmit } = useForm<AuditFilter>({ subject: '', operation: '', inspectionId: '' })
  return (
    <form
      className="mt-3 flex flex-wrap items-end gap-3"
      onSubmit={onSubmit(() =>
        onChange({
          subject: values.subject.trim(),
          operation: values.operation.trim(),
          inspectionId: values.inspectionId.trim(),
        }),
      )}
    >
      {FIELDS.map((name) => (
        <Field key={name} label={t(`audit.filter.${name}`)} className="flex-1 basis-40 text-sm">
          <Input autoComplete="off" spellCheck={false} {...bind(name)} className="text-base" />
        </Field>
      ))}
      <Button type="submit" touch="sm" className="max-sm:w-full">
        {t('audit.show')}
      </Button>
    </form>
  )
}
