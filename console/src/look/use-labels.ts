import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

// One language at a time: the words of all of them are as large as the screen itself.
const LOADERS = {
  en: async () => (await import('@walkaround/catalog/labels/en')).en,
  fr: async () => (await import('@walkaround/catalog/labels/fr')).fr,
  de: async () => (await import('@walkaround/catalog/labels/de')).de,
}

export function useLabels() {
  const { i18n } = useTranslation()
  const load = Object.entries(LOADERS).find(([language]) => language === i18n.language)?.[1] ?? LOADERS.en
  const { data } = useSuspenseQuery({
    queryKey: ['labels', i18n.language],
    queryFn: load,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
  return data
}
