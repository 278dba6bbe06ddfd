import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { buildApp } from '../src/app.ts'
import { systemClock } from '../src/core/platform/clock.ts'
import { readConfig } from '../src/core/platform/config.ts'
import { createEgress } from '../src/core/platform/egress.ts'
import { createLog } from '../src/core/platform/log.ts'
import { createMetrics } from '../src/core/platform/metrics.ts'
import { createPictureUrls } from '../src/core/platform/picture-url.ts'
import { PictureDecoder } from '../src/core/platform/pictures/decoder.ts'
import { documentOf } from '../src/http/openapi/openapi.ts'
import { writeDocument } from '../src/http/openapi/write-document.ts'
import { Streams } from '../src/inspection/events/streams.ts'
import { QuotaCache } from '../src/tenancy/quotas/quota-cache.ts'

/** The document of the interface. Needs no services: nothing is called, the routes are only read. */
export async function openapiDocument(): Promise<string> {
  const secret = randomBytes(32).toString('hex')
  const config = readConfig({
    DATABASE_URL: `postgresql://app:${secret}@127.0.0.1/none`,
    S3_ENDPOINT: 'http://127.0.0.1:1',
    S3_BUCKET: 'none',
    S3_ACCESS_KEY_ID: 'none',
    S3_SECRET_ACCESS_KEY: secret,
    OIDC_ISSUER: 'http://127.0.0.1:1',
    OIDC_AUDIENCE: 'none',
    PUBLIC_URL: 'http://127.0.0.1:1',
    PICTURE_URL_KEYS: `k1:${secret}`,
    SEALING_KEYS: `k1:${secret}`,
  })
  const log = createLog('silent', 'generate')
  const nobody = () => Promise.reject(new Error('the document needs no identity'))
  const metrics = createMetrics('generate')
  const silent = { position: null, listen: () => () => {}, catchUp: async () => {} }
  const app = await buildApp({
    config,
    log,
    clock: systemClock,
    metrics,
    quotas: new QuotaCache({ database: { callAcross: async () => [] }, config, clock: systemClock, log }),
    streams: new Streams({ hub: silent, clock: systemClock, config, metrics }),
    identity: { verify: nobody },
    cells: {
      cellOf: () => {
        throw new Error('the document needs no cell')
      },
    },
    pictureUrls: createPictureUrls({
      keys: config.PICTURE_URL_KEYS,
      publicUrl: config.PUBLIC_URL,
      ttlS: 1,
      windowS: 1,
      now: systemClock.nowMs,
    }),
    intake: {
      decoder: new PictureDecoder({ children: 1, temporaryDir: tmpdir(), timeoutMs: 1, pixelsMax: 1, log }),
      egress: createEgress(),
    },
    webhookEgress: createEgress(),
  })
  await app.ready()
  const document = documentOf(app)
  await app.close()
  return writeDocument(document)
}
