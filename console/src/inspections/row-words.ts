import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { moneyFormat } from '../look/use-money.ts'
import type { Row } from './row.ts'

/** The words and figures of a row, the same in the table and on a card. */
export function useRowWords() {
  const { t, i18n } = useTranslation('list')
  return useMemo(() => {
    const day = { day: 'numeric', month: 'short' } as const
    const clock = { hour: '2-digit', minute: '2-digit' } as const
    const formats = {
      today: new Intl.DateTimeFormat(i18n.language, clock),
      day: new Intl.DateTimeFormat(i18n.language, day),
      dayAndTime: new Intl.DateTimeFormat(i18n.language, { ...day, ...clock }),
      older: new Intl.DateTimeFormat(i18n.language, { ...day, year: 'numeric' }),
    }
    const money = (amount: number, currency: string) => moneyFormat(i18n.language, currency).format(amount)
    return {
      name: (row: Row) => [row.plate, row.vehicle].filter(Boolean).join(' · ') || t('unnamed'),
      cost: ({ total, currency }: Row) => (total !== null && currency ? money(total, currency) : null),
      /** As short as it can be and still say which day it was; with the time where there is room. */
      created: ({ createdAt }: Row, isShort = false) => {
        if (!createdAt) return '–'
        const [at, now] = [new Date(createdAt), new Date()]
        if (at.toDateString() === now.toDateString()) return formats.today.format(at)
        if (at.getFullYear() !== now.getFullYear()) return formats.older.format(at)
        return (isShort ? formats.day : formats.dayAndTime).format(at)
      },
    }
  }, [t, i18n.language])
}
