import { DEFAULT_LANGUAGE, type Language } from '@walkaround/catalog/languages'
import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
import { Input } from '../../look/controls.tsx'
import { Dialog } from '../../look/dialog.tsx'
import { Field } from '../../look/field.tsx'
import { FormButtons } from '../../look/form-buttons.tsx'
import { LanguageSelect } from '../../look/language-select.tsx'
import { useForm } from '../../look/use-form.ts'
import { CopyText } from '../pieces/copy-text.tsx'
import { ErrorNote } from '../pieces/error-note.tsx'
import { Note } from '../pieces/note.tsx'
import { useCreateLink } from './use-objections.ts'

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/

type About = { inspectionId: string } | { comparisonId: string }

/** A link about an inspection or a comparison: unless it is given, by its address in the console. Shows the code once. */
export function ObjectionLinkDialog({ about, onClose }: { about?: About; onClose: () => void }) {
  const { t } = useTranslation('objections')
  const create = useCreateLink()
  return (
    <Dialog open title={t('link.action')} text={t('link.text')} onClose={onClose}>
      {create.data ? (
        <>
          <Note kind="careful" title={t('link.once')} className="mt-4 mb-4">
            <p>{t('link.once_text')}</p>
          </Note>
          <CopyText label={t('link.url')} value={create.data.url} />
          <div className="mt-3">
            <CopyText label={t('link.code')} value={create.data.accessCode} />
          </div>
          <div className="mt-5 flex justify-end">
            <Button kind="main" onClick={onClose} touch="sm" className="max-sm:flex-1">
              {t('link.done')}
            </Button>
          </div>
        </>
      ) : (
        <LinkForm given={about} create={create} onClose={onClose} />
      )}
    </Dialog>
  )
}

type FormProps = { given: About | undefined; create: ReturnType<typeof useCreateLink>; onClose: () => void }

function LinkForm({ given, create, onClose }: FormProps) {
  const { t } = useTranslation('objections')
  const aboutOf = (which: string) => given ?? readAddress(which)
  const { values, bind, errors, onSubmit } = useForm<{ which: string; language: Language }>(
    { which: '', language: DEFAULT_LANGUAGE },
    ({ which }) => (aboutOf(which) ? {} : { which: t('link.which_wrong') }),
  )
  const save = () => {
    const about = aboutOf(values.which)
    if (about) create.mutate({ ...about, language: values.language })
  }
  return (
    <form noValidate onSubmit={onSubmit(save)}>
      {given ? null : (
        <Field label={t('link.which')} error={errors.which} isRequired className="mt-3">
          <Input {...bind('which')} />
        </Field>
      )}
      <Field label={t('link.language')} className="mt-3">
        <LanguageSelect {...bind('language')} />
      </Field>
      <ErrorNote error={create.error} />
      <FormButtons
        cancel={t('cancel')}
        onCancel={onClose}
        action={t('link.create')}
        isDisabled={create.isPending}
      />
    </form>
  )
}

function readAddress(text: string): About | null {
  const found = UUID.exec(text.toLowerCase())?.[0]
  if (!found) return null
  return text.includes('/compare/') ? { comparisonId: found } : { inspectionId: found }
}
