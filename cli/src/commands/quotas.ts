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
    means: 'new inspections per day (UTC)',
  },
  {
    limit: 'uploadsInFlightMax',
    option: 'uploads-in-flight-max',
    // Each process of the service counts its own.
    of: null,
    means: 'concurrent uploads',
  },
  {
    limit: 'requestsPerMinuteMax',
    option: 'requests-per-minute-max',
    of: 'requestsPerMinute',
    means: 'requests per minute',
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
  summary: 'Show the quotas of your organization and their usage',
  run: async ({ client, terminal, isJson, signal }) => {
    const quotas = await getQuotas(client(), { signal })
    if (isJson) return void terminal.json(quotas)
    printQuotas(terminal, quotas)
    return undefined
  },
}

const set: Command = {
  name: 'quotas set',
  summary: 'Set the quotas of your organization; requires the operator permission',
  options: Object.fromEntries(
    LIMITS.map(({ option, means }): [string, Option] => [
      option,
      { value: 'N|default', means: `${means}; "default" restores the default of the installation` },
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
        'No quota given.',
        'Example: walkaround quotas set --inspections-per-day-max 5000',
      )
    const quotas = await updateQuotas(client(), body, { signal })
    if (isJson) return void terminal.json(quotas)
    printQuotas(terminal, quotas)
    terminal.note('The change takes effect within ten seconds.')
    return undefined
  },
}

function limitOf(option: string, given: string): number | null {
  if (given === 'default') return null
  if (!/^\d{1,15}$/.test(given))
    throw new Failure('usage', `--${option} must be a whole number or "default", not "${given}".`)
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
  terminal.note(`Daily limits reset at ${timeOf(quotas.dayEndsAt)}.`)
}

export const QUOTAS: readonly Command[] = [show, set]
