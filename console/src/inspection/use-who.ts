import { useTranslation } from 'react-i18next'
import { ME } from '../edits/edit-target.ts'
import { useSession } from '../session/session.ts'

const MODEL_AUTHOR = 'algo'

/** How an author is called: the model, the name of a person, or the service itself. */
export function useWho(): (author: string | null | undefined) => string {
  const { t } = useTranslation('damages')
  const subject = useSession((session) => session.person?.subject)
  return (author) => {
    if (author === MODEL_AUTHOR) return t('who.model')
    if (!author) return t('who.service')
    return author === ME ? (subject ?? '') : author
  }
}
