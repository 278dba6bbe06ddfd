import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

export function useMoney(currency: string): (amount: number) => string {
  const { i18n } = useTranslation()
  return useMemo(() => {
    const format = new Intl.NumberFormat(i18n.language, {
      style: 'currency',
      currency,
      trailingZeroDisplay: 'stripIfInteger',
    })
    return (amount) => format.format(amount)
  }, [i18n.language, currency])
}
