import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

/** Writes a time of the service as people here read it. */
export function useDateTime(): (time: string) => string {
  const { i18n } = useTranslation()
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' })
    return (time) => format.format(new Date(time))
  }, [i18n.language])
}
