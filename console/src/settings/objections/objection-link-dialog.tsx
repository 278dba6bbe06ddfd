import { DEFAULT_LANGUAGE, LANGUAGES, type Language, nameOfLanguage } from '@walkaround/catalog/languages'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
import { Dialog } from '../../look/dialog.tsx'
import { FormButtons } from '../../look/form-buttons.tsx'
import { CopyText } from '../pieces/copy-text.tsx'
import { ErrorNote } from '../pieces/error-note.tsx'
import { Note } from '../pieces/note.tsx'
import { useCreateLink } from './use-objections.ts'

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/
const field =
  'mt-1 h-9 w-full rounded-control border border-line bg-panel px-3 max-sm:h-[44px] max-sm:text-base'

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
  const id = useId()
  const [which, setWhich] = useState('')
  const [language, setLanguage] = useState<Language>(DEFAULT_LANGUAGE)
  const [isTried, setTried] = useState(false)
  const about = given ?? readAddress(which)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (about) create.mutate({ ...about, language })
      }}
    >
      {given ? null : (
        <>
          <label htmlFor={`${id}-which`} className="mt-3 block font-medium">
            {t('link.which')}
          </label>
          <input
            id={`${id}-which`}
            value={which}
            aria-invalid={isTried && !about}
            aria-describedby={`${id}-which-wrong`}
            onChange={(event) => setWhich(event.target.value)}
            className={field}
          />
          <p id={`${id}-which-wrong`} role="alert" className="mt-1 text-bad">
            {isTried && !about ? t('link.which_wrong') : ''}
          </p>
        </>
      )}
      <label htmlFor={`${id}-language`} className="mt-3 block font-medium">
        {t('link.language')}
      </label>
      <select
        id={`${id}-language`}
        value={language}
        onChange={(event) => setLanguage(LANGUAGES.find((one) => one === event.target.value) ?? language)}
        className={field}
      >
        {LANGUAGES.map((one) => (
          <option key={one} value={one}>
            {nameOfLanguage(one)}
          </option>
        ))}
      </select>
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
