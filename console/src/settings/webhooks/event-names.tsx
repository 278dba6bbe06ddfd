import { useTranslation } from 'react-i18next'

/** Which events an endpoint hears of, in words; the rest of a long list as a number. */
export function EventNames({ types, most }: { types: readonly string[] | null; most: number }) {
  const { t, i18n } = useTranslation('settings')
  if (types === null) return <>{t('webhooks.all_events')}</>
  const names = types.slice(0, most).map((type) => t(`event.${type}`))
  const more = types.length - names.length
  const parts = more > 0 ? [...names, t('webhooks.more_events', { count: more })] : names
  return <>{new Intl.ListFormat(i18n.language, { type: 'unit' }).format(parts)}</>
}
