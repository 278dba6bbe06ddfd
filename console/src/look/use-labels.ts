import { useSuspenseQuery } from '@tanstack/react-query'
import { DEFAULT_LANGUAGE, isLanguage } from '@walkaround/catalog/languages'
import { loadLabels } from '@walkaround/catalog/load-labels'
import { useTranslation } from 'react-i18next'

export function useLabels() {
  const { i18n } = useTranslation()
  const language = isLanguage(i18n.language) ? i18n.language : DEFAULT_LANGUAGE
  const { data } = useSuspenseQuery({
    queryKey: ['labels', language],
    queryFn: () => loadLabels(language),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
  return data
}
