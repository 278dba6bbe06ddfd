import type { CreateInspectionBody, Page } from '@walkaround/sdk'
import type { Option } from './command.ts'
import { Failure } from './exit-codes.ts'
import type { Terminal } from './terminal.ts'

export function oneOf<const T extends string>(
  option: string,
  given: string | undefined,
  allowed: readonly T[],
): T | undefined {
  if (given === undefined) return undefined
  const found = allowed.find((value) => value === given)
  if (!found) throw new Failure('usage', `--${option} must be one of ${allowed.join(', ')}, not "${given}".`)
  return found
}

export function numberOf(option: string, given: string | undefined): number | undefined {
  if (given === undefined) return undefined
  if (!/^\d+(\.\d+)?$/.test(given))
    throw new Failure('usage', `--${option} must be a number, not "${given}".`)
  return Number(given)
}

export const taskOptions = (usual: string): Option => ({
  value: 'NAME',
  multiple: true,
  means: `task to run; default ${usual}`,
})

export const VEHICLE_OPTION: Option = {
  value: 'FIELD=VALUE',
  multiple: true,
  means: 'vehicle details, such as brand, model, plate, vin, vehicle_type',
}

type Vehicle = NonNullable<CreateInspectionBody['vehicle']>

/** `brand=Peugeot` and so on. The service says which field it does not take. */
export function vehicleOf(given: readonly string[]): Vehicle | undefined {
  if (given.length === 0) return undefined
  const pairs = given.map((text) => {
    const [, field, value] = /^([a-z_]+)=(.*)$/s.exec(text) ?? []
    if (!field || value === undefined)
      throw new Failure('usage', `--vehicle must be FIELD=VALUE, such as brand=Peugeot, not "${text}".`)
    return [field.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()), value]
  })
  return Object.fromEntries(pairs)
}

/** Says how the list goes on. */
export function printNext(terminal: Terminal, { paging, result }: Pick<Page, 'paging' | 'result'>): void {
  if (result.length === 0) terminal.note('No results.')
  const { after } = paging.cursors.next ?? {}
  if (after) terminal.note(`More results: --after ${after}`)
}

/** 1234 of EUR becomes 12.34 EUR; the currency says how many digits it has. */
export function moneyOf(minor: number | undefined, currency: string | undefined): string {
  if (minor === undefined || !currency) return '-'
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'code' })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  return `${(minor / 10 ** digits).toFixed(digits)} ${currency}`
}

/** To the second, in UTC: what a person reads. Scripts get the whole time. */
export function timeOf(iso: string | null | undefined): string | undefined {
  return iso ? `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC` : undefined
}
