import { type GetQuotasBeside, getQuotas, type UpdateQuotasBody, updateQuotas } from '@walkaround/sdk'
import { bar } from '../analyze/bar.ts'
import type { Command, Option } from '../command.ts'
import { Failure } from '../exit-codes.ts'
import type { Cell, Terminal } from '../terminal.ts'
import { timeOf } from '../values.ts'

type Quotas = GetQuotasBeside
type Limit = keyof UpdateQuotasBody

const LIMITS: { limit: Limit; option: string; of: keyof Quotas['used'] | null; means: string }[] = [
  {
    limit: 'bytesStoredMax',
    option: 'bytes-stored-max',
    of: 'bytesStored',
    means: 'bytes of pictures and reports',
  },
  {
    limit: 'inspectionsPerDayMax',
    option: 'inspections-per-day-max',
    of: 'inspectionsPerDay',
    means: 'new inspections a day, UTC',
  },
  {
    limit: 'uploadsInFlightMax',
    option: 'uploads-in-flight-max',
    // Each process of the service counts its own.
    of: null,
    means: 'uploads at once',
  },
  {
    limit: 'requestsPerMinuteMax',
    option: 'requests-per-minute-max',
    of: 'requestsPerMinute',
    means: 'requests a minute',
  },
  {
    limit: 'webhookEndpointsMax',
    option: 'webhook-endpoints-max',
    of: 'webhookEndpoints',
    means: 'webhook endpoints',
  },
]

const show: Command = {
  name: 'quotas',
  summary: 'Show what your organization may use and uses',
  run: async ({ client, terminal, isJson, signal }) => {
    const quotas = await getQuotas(client(), { signal })
    if (isJson) return void terminal.json(quotas)
    printQuotas(terminal, quotas)
    return undefined
  },
}

const set: Command = {
  name: 'quotas set',
  summary: 'Set quotas of the organization of your token; needs the permission of an operator',
  options: Object.fromEntries(
    LIMITS.map(({ option, means }): [string, Option] => [
      option,
      { value: 'N|default', means: `${means}; default goes back to that of the installation` },
    ]),
  ),
  run: async ({ client, text, terminal, isJson, signal }) => {
    const body: UpdateQuotasBody = {}
    for (const { limit, option } of LIMITS) {
      const given = text(option)
      if (given !== undefined) body[limit] = limitOf(option, given)
    }
    if (Object.keys(body).length === 0)
      throw new Failure(
        'usage',
        'Give at least one quota to set.',
        'Such as: walkaround quotas set --inspections-per-day-max 5000',
      )
    const quotas = await updateQuotas(client(), body, { signal })
    if (isJson) return void terminal.json(quotas)
    printQuotas(terminal, quotas)
    terminal.note('Every process of the service heeds the change within ten seconds.')
    return undefined
  },
}

function limitOf(option: string, given: string): number | null {
  if (given === 'default') return null
  if (!/^\d{1,15}$/.test(given))
    throw new Failure('usage', `--${option} is a whole number or "default", not "${given}".`)
  return Number(given)
}

function printQuotas(terminal: Terminal, quotas: Quotas): void {
  const overridden = new Set<string>(quotas.overridden)
  const rows = LIMITS.map(({ limit, option, of, means }): Cell[] => {
    const [most, used] = [quotas[limit], of ? quotas.used[of] : null]
    return [
      means,
      used === null ? null : used.toLocaleString('en'),
      most.toLocaleString('en'),
      used === null ? null : bar(most > 0 ? used / most : 1),
      overridden.has(option.replaceAll('-', '_')) ? 'set for you' : 'default',
    ]
  })
  terminal.table(['quota', 'used', 'limit', 'share', 'from'], rows)
  terminal.note(`A new day begins ${timeOf(quotas.dayEndsAt)}.`)
}

export const QUOTAS: readonly Command[] = [show, set]
