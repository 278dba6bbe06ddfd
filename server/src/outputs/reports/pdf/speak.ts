import { labels } from '@walkaround/catalog/labels'
import { type Language, localeOf } from '@walkaround/catalog/languages'
import type { Span } from '../../../findings/costs/amounts.ts'
import { amountOf } from '../../../findings/costs/money.ts'
import type { ReportContent } from '../report-content.ts'
import { de as deCodes } from '../words/codes/de.ts'
import { type Codes, en as enCodes } from '../words/codes/en.ts'
import { es as esCodes } from '../words/codes/es.ts'
import { fr as frCodes } from '../words/codes/fr.ts'
import { it as itCodes } from '../words/codes/it.ts'
import { nl as nlCodes } from '../words/codes/nl.ts'
import { de as deComparison } from '../words/comparison/de.ts'
import { type ComparisonWords, en as enComparison } from '../words/comparison/en.ts'
import { es as esComparison } from '../words/comparison/es.ts'
import { fr as frComparison } from '../words/comparison/fr.ts'
import { it as itComparison } from '../words/comparison/it.ts'
import { nl as nlComparison } from '../words/comparison/nl.ts'
import { de as deCustomer } from '../words/customer/de.ts'
import { type CustomerWords, en as enCustomer } from '../words/customer/en.ts'
import { es as esCustomer } from '../words/customer/es.ts'
import { fr as frCustomer } from '../words/customer/fr.ts'
import { it as itCustomer } from '../words/customer/it.ts'
import { nl as nlCustomer } from '../words/customer/nl.ts'
import { de } from '../words/de.ts'
import { en, type Words } from '../words/en.ts'
import { es } from '../words/es.ts'
import { fr } from '../words/fr.ts'
import { it } from '../words/it.ts'
import { nl } from '../words/nl.ts'

const WORDS: Record<Language, Words> = { en, fr, de, es, it, nl }
const CODES: Record<Language, Codes> = {
  en: enCodes,
  fr: frCodes,
  de: deCodes,
  es: esCodes,
  it: itCodes,
  nl: nlCodes,
}
const CUSTOMER: Record<Language, CustomerWords> = {
  en: enCustomer,
  fr: frCustomer,
  de: deCustomer,
  es: esCustomer,
  it: itCustomer,
  nl: nlCustomer,
}
const COMPARISON: Record<Language, ComparisonWords> = {
  en: enComparison,
  fr: frComparison,
  de: deComparison,
  es: esComparison,
  it: itComparison,
  nl: nlComparison,
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Words, numbers, dates and money in the language and the time zone of a report. */
export type Speech = ReturnType<typeof speak>

/** A format takes longer to make than hundreds of numbers to write, and a report has hundreds of numbers in a few formats. */
function numberFormats(locale: string): (options: Intl.NumberFormatOptions) => Intl.NumberFormat {
  const made = new Map<string, Intl.NumberFormat>()
  return (options) => {
    const key = JSON.stringify(options)
    const format = made.get(key) ?? new Intl.NumberFormat(locale, options)
    made.set(key, format)
    return format
  }
}

export function speak({ language, time_zone }: Pick<ReportContent, 'language' | 'time_zone'>) {
  const locale = localeOf(language)
  const words = WORDS[language]
  const dates = new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: time_zone,
  })
  const list = new Intl.ListFormat(locale, { type: 'conjunction' })
  const formatOf = numberFormats(locale)
  const number = (value: number, digits = 1) => formatOf({ maximumFractionDigits: digits }).format(value)
  const percent = (share: number, digits = 0) =>
    formatOf({ style: 'percent', maximumFractionDigits: digits }).format(share)
  const money = (minor: number, currency: string) =>
    formatOf({ style: 'currency', currency }).format(amountOf(minor, currency))
  return {
    words,
    customer: CUSTOMER[language],
    comparison: COMPARISON[language],
    codes: CODES[language],
    labels: labels(language),
    number,
    percent,
    money,
    /** Null where there is none, as with a price that a person set. */
    moneyRange: ({ low, high }: Span, currency: string) =>
      low === high ? null : `${money(low, currency)}\u00a0–\u00a0${money(high, currency)}`,
    time: (iso: string) => dates.format(new Date(iso)),
    timeRange: (from: string, to: string) => dates.formatRange(new Date(from), new Date(to)),
    /** To the nearest unit that says enough: minutes, hours or days. */
    duration: (ms: number) => {
      const [unit, length]: [string, number] =
        ms < HOUR_MS ? ['minute', MINUTE_MS] : ms < 2 * DAY_MS ? ['hour', HOUR_MS] : ['day', DAY_MS]
      return formatOf({ style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 0 }).format(
        ms / length,
      )
    },
    list: (items: readonly string[]) => list.format(items),
    size: (size: Span | null) => (size ? sizeText(size, number) : words.size_unknown),
  }
}

export function shorten(text: string, charactersMax: number): string {
  const characters = [...text]
  return characters.length > charactersMax ? `${characters.slice(0, charactersMax).join('')}…` : text
}

/** The word for a code; the code itself where nobody has named it, for a report must not hide what it does not know. */
export function nameOf(names: Readonly<Record<string, string>>, code: string): string {
  return (Object.hasOwn(names, code) ? names[code] : undefined) ?? code.replaceAll('_', ' ')
}

function sizeText({ low, likely, high }: Span, number: (value: number, digits?: number) => string): string {
  const unit = '\u00a0cm'
  // What a person has measured comes without an error.
  if (low === high) return `${number(likely)}${unit}`
  const digits = likely < 10 ? 1 : 0
  const error = number(high - likely, digits)
  if (number(likely - low, digits) === error) return `${number(likely, digits)}\u00a0±\u00a0${error}${unit}`
  return `${number(likely, digits)}${unit} (${number(low, digits)}–${number(high, digits)})`
}
