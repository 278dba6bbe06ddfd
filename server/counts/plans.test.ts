import { afterAll, beforeAll, describe, it } from 'vitest'
import { tokenOf } from '../../testing/tokens.ts'
import { DATABASE_NOW } from '../src/core/platform/database.ts'
import { CALLBACK_EVENT_TYPES } from '../src/outputs/webhooks/callback-request.ts'
import { type Service, startOwnService } from '../test/own-service.ts'
import { explain } from './plans.ts'
import { compareCounts, type Figures } from './recorded-counts.ts'
import { answered } from './requests.ts'
import { loadRows, ORGANIZATION, ROWS, selectInspectionId } from './rows.ts'
import { isOfRequest, noteStatements, type Sent } from './sent-statements.ts'

const NEVER_MS = '86400000'
const all = 'ownership_filter=organization_resources'

let service: Service
let noted: ReturnType<typeof noteStatements>
let deep: string
let ofBusyVehicle: string
beforeAll(async () => {
  noted = noteStatements()
  service = await startOwnService({ hinted: false, settings: { EVENT_POLL_MS: NEVER_MS } })
  const [, claims = ''] = (await tokenOf('alder-manager')).split('.')
  await loadRows(service.ownerUrl, JSON.parse(Buffer.from(claims, 'base64url').toString()).sub)
  deep = await idOf(ROWS * 0.4 + 2)
  ofBusyVehicle = await idOf(ROWS * 0.4 + 50)
})
afterAll(async () => {
  await service.stop()
  noted.stop()
})

async function idOf(n: number): Promise<string> {
  const [row] = await service.rows(selectInspectionId(n))
  return row.id
}

/** The statements that a piece of work sends, without what opens and ends a transaction. */
async function statementsOf(work: () => Promise<unknown>, isOwn: (one: Sent) => boolean): Promise<Sent[]> {
  const from = noted.sent.length
  await work()
  return noted.sent.slice(from).filter((one) => isOwn(one) && /^(select|with)\b/i.test(one.text))
}

/** Every text once: what belongs to a page is asked in one way, whatever page it is. */
function createExplainer() {
  const known = new Set<string>()
  const figures: Record<string, Figures> = {}
  return {
    figures,
    add: async (name: string, statements: Sent[]) => {
      if (statements.length === 0) throw new Error(`${name} asks nothing of the database`)
      for (const [n, one] of statements.entries()) {
        if (known.has(one.text) && statements.length > 1) continue
        known.add(one.text)
        const place = statements.length > 1 ? `, statement ${n + 1}` : ''
        figures[`${name}${place}`] = await explain(service, ORGANIZATION, one)
      }
    },
  }
}

const READS: Record<string, () => string> = {
  'listInspections, first': () => `/inspections?limit=100&${all}`,
  'listInspections, deep': () => `/inspections?limit=100&after=${deep}&${all}`,
  'listInspections, ascending': () => `/inspections?limit=100&pagination_order=asc&after=${deep}&${all}`,
  'listInspections, without deleted': () => `/inspections?limit=100&show_deleted=false&${all}`,
  'listInspections, own': () => '/inspections?limit=100',
  'listInspections, a rare status': () => `/inspections?limit=20&inspection_status=ERROR&${all}`,
  'listInspections, a plate': () => `/inspections?limit=100&plate=P20&${all}`,
  'listInspections, a part of a plate': () => `/inspections?limit=100&search=p20&${all}`,
  'listInspections, verbose': () => `/inspections?limit=20&verbose=1&${all}`,
  'countInspections, all': () => `/inspections/count?${all}`,
  'countInspections, own': () => '/inspections/count',
  getInspection: () => `/inspections/${deep}`,
  listImages: () => `/inspections/${deep}/images`,
  getTask: () => `/inspections/${deep}/tasks/damage_detection`,
  listHistory: () => `/inspections/${deep}/history`,
  listVehicleInspections: () => `/inspections/${ofBusyVehicle}/vehicle/inspections`,
}

/** Functions that processes call again and again, whether or not something has happened. `most` is what they ask with. */
const POLLED: Record<string, { name: string; values: unknown[] }> = {
  'publish_events, nothing new': { name: 'publish_events', values: [200] },
  'published_events, nothing new': { name: 'published_events', values: [ROWS, 200] },
  'published_events, one': { name: 'published_events', values: [ROWS - 1, 200] },
  'published_events, 200': { name: 'published_events', values: [ROWS / 2, 200] },
  last_event_position: { name: 'last_event_position', values: [] },
  'next_webhook_events, nothing new': { name: 'next_webhook_events', values: [500] },
  'ended_task_callbacks, 200 events': {
    name: 'ended_task_callbacks',
    values: [ROWS - 200, ROWS, CALLBACK_EVENT_TYPES],
  },
  'claim_webhook_deliveries, nothing due': {
    name: 'claim_webhook_deliveries',
    values: [DATABASE_NOW, '20000 ms', 64, 32, 4, 2, 2],
  },
  'oldest_due_webhook_delivery, none': { name: 'oldest_due_webhook_delivery', values: [DATABASE_NOW] },
  organizations_with_rules: { name: 'organizations_with_rules', values: [] },
  open_erasures: { name: 'open_erasures', values: [100] },
  abandoned_uploads: { name: 'abandoned_uploads', values: ['3600 seconds', 50] },
}

describe(`blocks and plans with ${ROWS} inspections, half of them of one organization`, () => {
  it('of what people ask for most', async () => {
    const explainer = createExplainer()
    for (const [name, pathOf] of Object.entries(READS)) {
      const path = pathOf()
      const read = async () => answered(await service.call('GET', path), path)
      const isOwn = (one: Sent) => isOfRequest(one) && !one.text.includes('"append_audit_entries"(')
      await explainer.add(name, await statementsOf(read, isOwn))
    }
    compareCounts('plans of requests', explainer.figures)
  })

  it('of what processes ask again and again', async () => {
    const explainer = createExplainer()
    for (const [label, { name, values }] of Object.entries(POLLED)) {
      const call = () => service.parts.cell.database.callAcross(name, values)
      const isOwn = (one: Sent) => one.text.includes(`"${name}"(`)
      await explainer.add(label, await statementsOf(call, isOwn))
    }
    compareCounts('plans of polls', explainer.figures)
  })
})
