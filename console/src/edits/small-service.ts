import { createClient } from '@walkaround/sdk'

type Row = { id: string; version: number; [field: string]: unknown }
type Call = { method: string; path: string; body: Record<string, unknown> }

/**
 * What the service answers to corrections of damages and severities and to decisions of a comparison, in memory: versions
 * go up, a stale one is refused, and answers can be held back. Only for tests of what waits in the browser.
 */
export function createSmallService() {
  const rows = new Map<string, Row>()
  const calls: Call[] = []
  let held: Promise<void> | null = null
  let away: 'all' | 'readings' | 'answers' | null = null
  const answers = new Map<string, [number, object]>()
  let refusal: { code: string; status: number } | null = null
  let made = 0

  const put = (row: { id: string; [field: string]: unknown }) => rows.set(row.id, { version: 1, ...row })
  put({
    id: 'd1',
    object_type: 'DAMAGE',
    damage_type: 'scratch',
    part_type: 'roof',
    confirmed_by: null,
    deleted_at: null,
  })
  put({
    id: 'd2',
    object_type: 'DAMAGE',
    damage_type: 'dent',
    part_type: 'hood',
    confirmed_by: null,
    deleted_at: null,
  })

  for (const number of [1, 2])
    put({
      id: `p${number}`,
      object_type: 'COMPARISON_PLACE',
      number,
      ...PROPOSED,
      decision: null,
      note: null,
      is_damage: true,
    })

  const ofKind = (kind: string) => [...rows.values()].filter((row) => row.object_type === kind)
  const inspection = () => ({
    id: 'i',
    object_type: 'INSPECTION',
    damages: ofKind('DAMAGE'),
    severity_results: ofKind('SEVERITY_RESULT'),
    images: [{ id: 'p', object_type: 'IMAGE', views: ofKind('VIEW') }],
  })
  const comparison = () => ({ id: 'c', object_type: 'COMPARISON', places: ofKind('COMPARISON_PLACE') })

  function change(row: Row, fields: Record<string, unknown>): Row {
    const changed = { ...row, ...fields, version: row.version + 1 }
    rows.set(row.id, changed)
    return changed
  }

  function create(path: string, body: Record<string, unknown>): Row {
    const id = `new-${++made}`
    const { level = null, pricing = null, repair_operation, ...own } = body
    const custom_severity = { level, pricing, repair_operation: { REPLACE: repair_operation === 'replace' } }
    if (path.endsWith('/severity_pricing'))
      put({ id, object_type: 'SEVERITY_RESULT', label: body.label, value: { custom_severity } })
    else put({ id, object_type: path.endsWith('/views') ? 'VIEW' : 'DAMAGE', ...own })
    return rows.get(id) ?? { id, version: 1 }
  }

  function update(row: Row, { is_confirmed, ...body }: Record<string, unknown>): Row {
    if (row.object_type === 'COMPARISON_PLACE') return change(row, placeFields(row, body))
    if (row.object_type !== 'SEVERITY_RESULT') {
      const confirmed = is_confirmed === undefined ? {} : { confirmed_by: is_confirmed ? 'me' : null }
      return change(row, { ...body, ...confirmed })
    }
    // Written by this very service, in this form.
    const { custom_severity } = row.value as { custom_severity: Record<string, unknown> }
    return change(row, { value: { custom_severity: { ...custom_severity, ...body } } })
  }

  function answer({ method, path, body }: Call, version: string | null): [number, object] {
    if (refusal?.status === 422 || (refusal && method !== 'GET'))
      return [refusal.status, { code: refusal.code, message: refusal.code, retryable: refusal.status > 499 }]
    if (method === 'GET') return [200, path.includes('/comparisons/') ? comparison() : inspection()]
    if (method === 'POST' && !path.endsWith('/restore')) return [201, create(path, body)]
    const id = path.replace('/restore', '').split('/').at(-1) ?? ''
    const row = rows.get(id)
    if (!row) return [404, { code: 'not_found', title: 'not found' }]
    if (version && version !== `"${row.version}"`) return [412, { code: 'version_stale', title: 'stale' }]
    if (method === 'DELETE') {
      change(row, { deleted_at: '2026-01-01' })
      return [200, { id, object_type: row.object_type, deleted: true }]
    }
    return [200, method === 'POST' ? change(row, { deleted_at: null }) : update(row, body)]
  }

  const client = createClient({
    baseUrl: 'https://service.invalid',
    token: 'token',
    retries: 0,
    fetch: async (input, init) => {
      const request = new Request(input, init)
      const text = await request.text()
      const call = { method: request.method, path: new URL(request.url).pathname, body: snakeCased(text) }
      if (call.method !== 'GET') calls.push(call)
      if (call.method !== 'GET' && held) await held
      const isReading = call.method === 'GET'
      if (away === 'all' || (away === 'readings' && isReading)) throw new TypeError('no connection')
      const key = request.headers.get('idempotency-key') ?? ''
      const [status, json] = answers.get(key) ?? answer(call, request.headers.get('if-match'))
      if (status < 400 && !isReading) answers.set(key, [status, json])
      if (away === 'answers' && !isReading) throw new TypeError('no connection')
      return Response.json(json, { status })
    },
  })

  return {
    client,
    calls,
    row: (id: string) => rows.get(id),
    changeByOther: (id: string, fields: Record<string, unknown>) => {
      const row = rows.get(id)
      if (row) change(row, fields)
    },
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return () => {
        held = null
        resolve()
      }
    },
    setAway: (what: typeof away) => {
      away = what
    },
    refuse: (code: string | null, status = 422) => {
      refusal = code ? { code, status } : null
    },
  }
}

const PROPOSED = {
  verdict: 'new',
  proposed_verdict: 'new',
  is_chargeable: true,
  chargeable_rule: 'wear_no_rule',
  amount: 10_000,
}

/** A verdict of null restores the proposal; another verdict ends a charge that a person had set. */
function placeFields(row: Row, { verdict, reason, note, is_damage, is_chargeable }: Record<string, unknown>) {
  const isMoved = verdict !== undefined && verdict !== row.verdict
  const charge = isMoved && row.chargeable_rule === 'person' ? null : is_chargeable
  return {
    ...(verdict === null ? { ...PROPOSED, decision: null, is_damage: true } : {}),
    ...(verdict ? { verdict, decision: { verdict, reason: reason ?? null, decided_by: 'me' } } : {}),
    ...(note === undefined ? {} : { note }),
    ...(is_damage === undefined ? {} : { is_damage }),
    ...(charge === null ? { is_chargeable: true, chargeable_rule: 'wear_no_rule' } : {}),
    ...(typeof is_chargeable === 'boolean' ? { is_chargeable, chargeable_rule: 'person' } : {}),
  }
}

function snakeCased(text: string): Record<string, unknown> {
  const fields: Record<string, unknown> = text ? JSON.parse(text) : {}
  const snake = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [snake(key), value]))
}
