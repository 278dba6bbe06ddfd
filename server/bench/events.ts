import { once } from 'node:events'
import { request } from 'node:http'
import pg from 'pg'
import { tokenOf } from '../../testing/tokens.ts'
import { uuidv7 } from '../src/core/platform/uuid.ts'
import { clientOf, ORGANIZATION, report } from './compare.ts'
import type { Figures, Ground } from './pair.ts'
import { sized } from './sizes.ts'

const INSERT = `insert into events (org_id, inspection_id, id, type, payload)
  values ($1, $2, $3, 'inspection.updated', '{"changes":{}}')`
const NOTIFY = `select pg_notify('bare_events', json_build_object('id', $1::text, 'data', json_build_object('inspection_id', $2::text))::text)`

/** From the commit of an event to the client that reads the stream. This process writes the rows for both. */
export async function benchEvents(ground: Ground): Promise<Figures> {
  const call = await clientOf(ground.ours.url)
  const { id } = JSON.parse(await call('POST', '/inspections', { tasks: {} }))
  const token = await tokenOf('alder-manager')
  const ours = await openReader(`${ground.ours.url}/inspections/${id}/events`, `Bearer ${token}`)
  const bare = await openReader(`${ground.bare.url}/events`, '')
  const pool = new pg.Pool({ connectionString: ground.database.DATABASE_OWNER_URL, max: 8 })
  try {
    const tell = (reader: Reader, insert: (eventId: string) => Promise<unknown>) => async () => {
      const eventId = uuidv7()
      const told = reader.wait(eventId)
      await insert(eventId)
      return told
    }
    const both = {
      ours: tell(ours, (event) =>
        pool.query({ name: 'ours', text: INSERT, values: [ORGANIZATION, id, event] }),
      ),
      bare: tell(bare, (event) => pool.query({ name: 'bare', text: NOTIFY, values: [event, id] })),
    }
    return await report('events', ground, both, sized(4_000, 2_000))
  } finally {
    ours.close()
    bare.close()
    await pool.end()
  }
}

type Reader = { wait: (eventId: string) => Promise<string>; close: () => void }

/** Reads a stream, and tells whoever waits for an event. */
async function openReader(url: string, authorization: string): Promise<Reader> {
  const waiting = new Map<string, (frame: string) => void>()
  const asking = request(url, { headers: { accept: 'text/event-stream', authorization } })
  asking.end()
  const [answer] = await once(asking, 'response')
  if (answer.statusCode !== 200) throw new Error(`GET ${url} answered ${answer.statusCode}`)
  let text = ''
  answer.setEncoding('utf8')
  answer.on('error', () => {})
  answer.on('data', (piece: string) => {
    const frames = (text + piece).split('\n\n')
    text = frames.pop() ?? ''
    for (const frame of frames) {
      const eventId = /"id"\s*:\s*"([^"]+)"/.exec(frame)?.[1] ?? ''
      waiting.get(eventId)?.(frame)
      waiting.delete(eventId)
    }
  })
  return {
    wait: (eventId) => new Promise((resolve) => waiting.set(eventId, resolve)),
    close: () => asking.destroy(),
  }
}
