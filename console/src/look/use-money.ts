import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

export function moneyFormat(language: string, currency: string): Intl.NumberFormat {
  return new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  })
}

export function useMoney(currency: string): (amount: number) => string {
  const { i18n } = useTranslation()
  return useMemo(() => {
    const format = moneyFormat(i18n.language, currency)
    return (amount) => format.format(amount)
  }, [i18n.language, currency])
}
