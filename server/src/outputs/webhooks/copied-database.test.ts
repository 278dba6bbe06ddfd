import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { urlsOf } from '../../../../testing/ground.ts'
import { readStack, stackValue } from '../../../../testing/stack.ts'
import { status } from '../../../../testing/webhook-receiver.ts'
import { createInspection, waitFor } from '../../../test/factories.ts'
import { createEndpoint, openScene, type Scene, waitForMessages } from '../../../test/webhook-receiver.ts'
import { createContext } from '../../core/platform/context.ts'
import { createEgress } from '../../core/platform/egress.ts'
import { createMetrics } from '../../core/platform/metrics.ts'
import { switchSendingOn } from '../../core/platform/migrations.ts'
import { closeParts, openParts } from '../../process-parts.ts'
import { SENDING_OFF, Sender } from './send-deliveries.ts'

const run = promisify(execFile)
const COPY = `copy_${process.pid}`

let scene: Scene
let admin: pg.Client
beforeAll(async () => {
  scene = await openScene()
  admin = new pg.Client({ connectionString: stackValue('DATABASE_OWNER_URL') })
  await admin.connect()
})
afterAll(async () => {
  await scene.close()
  await admin.query(`drop database if exists ${COPY} with (force)`)
  await admin.end()
})

/** As it is restored elsewhere, with messages that were not delivered yet. */
async function restoreCopy(): Promise<{ DATABASE_URL: string; DATABASE_OWNER_URL: string }> {
  const dump = join(scene.service.temporaryDir, 'walkaround.dump')
  // The tables of the job engine belong to another role; nothing is sent from them.
  await run('pg_dump', [scene.service.ownerUrl, '--schema=public', '--format=custom', `--file=${dump}`])
  await admin.query(`create database ${COPY}`)
  const urls = urlsOf(readStack(), COPY)
  await run('pg_restore', [`--dbname=${urls.DATABASE_OWNER_URL}`, '--clean', '--if-exists', dump])
  return urls
}

async function startSenderOn(url: string) {
  const { service, receiver } = scene
  const parts = await openParts({ ...service.config, DATABASE_URL: url }, 'worker', service.log)
  const metrics = createMetrics('test')
  const sender = new Sender({
    database: parts.cell.database,
    contextOf: (org_id) =>
      createContext(parts, { subject: 'worker', org_id, permissions: new Set() }, service.log),
    egress: createEgress(receiver.egress),
    hints: null,
    log: service.log,
    metrics,
  })
  sender.start()
  const close = async () => {
    await sender.close(1_000)
    await closeParts(parts.cell, 500)
  }
  return { sender, metrics, close }
}

const sendingOf = async (metrics: ReturnType<typeof createMetrics>) =>
  (await metrics.webhookSending.get()).values[0]?.value

it('an installation with WEBHOOK_SENDING=false sends nothing, whatever database it has', async () => {
  const { service, receiver } = scene
  await createEndpoint(service, receiver, '/silent', { event_types: ['inspection.created'] })
  const { sender, metrics } = scene.startSender({ isSending: false })
  await createInspection(service)
  await waitFor('the delivery', async () => {
    const [row] = await service.rows("select count(*)::int from webhook_deliveries where state = 'pending'")
    return row.count > 0 && (await sendingOf(metrics)) === 0
  })
  expect(sender.findNotices()).toEqual(['sending is switched off by WEBHOOK_SENDING'])
  await sender.close(1_000)
  expect(receiver.at('/silent')).toHaveLength(0)
  await scene.reset()
})

describe('a restored copy', () => {
  it('sends nothing and says so, until sending is switched on', async () => {
    const { service, receiver } = scene
    await createEndpoint(service, receiver, '/copied', { event_types: ['inspection.created'] })
    receiver.respond('/copied', status(500))
    const { sender: original } = scene.startSender()
    await createInspection(service)
    await waitFor('the first attempt', async () => {
      const [row] = await service.rows('select count(*)::int from webhook_attempts')
      return row.count === 1
    })
    expect(original.findNotices()).toEqual([])
    await original.close(1_000)
    receiver.respond('/copied', status(204))

    const urls = await restoreCopy()
    const rows = new pg.Client({ connectionString: urls.DATABASE_OWNER_URL })
    await rows.connect()
    // Who restores one schema only makes it anew.
    await rows.query('grant usage on schema public to public')
    await rows.query("update webhook_deliveries set next_attempt_at = now() - interval '1 hour'")
    const { sender, metrics, close } = await startSenderOn(urls.DATABASE_URL)
    try {
      // The service itself must not: its own copy would send what the original sends.
      const service_may = await rows.query(
        "select has_function_privilege('walkaround_app', 'switch_sending_on()', 'execute') as execute",
      )
      expect(service_may.rows).toEqual([{ execute: false }])
      await waitFor('the notice', async () => sender.findNotices().includes(SENDING_OFF))
      expect(service.logLines().join('')).toContain('sending is switched off: this database is a copy')
      expect(await sendingOf(metrics)).toBe(0)
      expect(receiver.at('/copied')).toHaveLength(1)

      await switchSendingOn(urls.DATABASE_OWNER_URL)
      await waitForMessages(receiver, '/copied', 2)
      await waitFor('the end of the notice', async () => sender.findNotices().length === 0)
      expect(await sendingOf(metrics)).toBe(1)
    } finally {
      await close()
      await rows.end()
    }
    // The original goes on by itself.
    const [home] = await service.rows('select is_webhook_home()')
    expect(home).toEqual({ is_webhook_home: true })
  })
})
