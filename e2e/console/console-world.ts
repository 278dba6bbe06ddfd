import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import sharp from 'sharp'
import { Agent, FormData, fetch } from 'undici'
import { Harness } from '../../testing/harness.ts'
import { type Settings, setting } from '../../testing/stack.ts'
import { joinService, type ServiceKind } from '../standing-services.ts'
import { WATCHDOG_MS } from '../watchdog.ts'
import { launchBrowserOnce } from './browser.ts'

const PARTS = [
  'door_front_left',
  'bumper_front',
  'fender_front_left',
  'hood',
  'door_back_left',
  'wheel_front_left',
  'trunk',
  'bumper_back',
  'roof',
  'mirror_left',
  'head_light_left',
  'windshield_front',
]
const TOKENS_KEY = 'walkaround.tokens'
const SIGNED_IN_KEY = 'e2e.signed_in'
const SIZE = { width: 1600, height: 1200 }

export type Json = Record<string, unknown>
export const rowsOf = (value: unknown): Json[] => (Array.isArray(value) ? value : [])
/**
 * Workers where tasks have to run or reports to be made. `internet` is an address that plays the public internet, for
 * receivers of webhooks; a worker sends to it.
 */
type Wanted = { workers?: number; settings?: Settings; internet?: { public: string; ports: number[] } }
export type Drawn = { id: string; images: string[]; damages: string[] }
/** What a browser has once somebody has signed in: the issuer's cookies, and the tokens of the tab. */
type SignedIn = { cookies: Awaited<ReturnType<BrowserContext['cookies']>>; tokens: string }

/** The service with its console, and a browser to look at it. Nothing between them is replaced. */
export class ConsoleWorld {
  readonly harness: Harness
  readonly url: string
  readonly #suffix: string
  readonly #agent: Agent
  readonly #contexts = new Set<BrowserContext>()
  readonly #signedIn = new Map<string, SignedIn>()

  private constructor(harness: Harness, suffix: string) {
    this.harness = harness
    this.#suffix = suffix
    this.url = harness.urls[0] ?? ''
    const ca = readFileSync(setting(harness.ground.settings, 'STACK_CA_FILE'))
    this.#agent = new Agent({ connect: { ca } })
  }

  /** A service of its own: for a file that has settings of its own, stops something, or has to be the first. */
  static async open({ internet, ...wanted }: Wanted = {}): Promise<ConsoleWorld> {
    const harness = internet
      ? await openWithInternet(internet)
      : await Harness.open({ apis: 1, workers: 0, ...wanted })
    return new ConsoleWorld(harness, '')
  }

  /** The service of all files, in which this one has an organization of its own unless it says which. */
  static async join(
    kind: ServiceKind = 'api',
    suffix = randomBytes(4).toString('hex'),
  ): Promise<ConsoleWorld> {
    return new ConsoleWorld(await joinService(kind), suffix)
  }

  async close(): Promise<void> {
    for (const context of this.#contexts) {
      // Nobody waits any more for what a page has just asked.
      await context.unrouteAll({ behavior: 'ignoreErrors' })
      await context.close()
    }
    await this.#agent.close()
    await this.harness.close()
  }

  /** The account of this name in this world's organization. */
  account(name: string): string {
    return this.#suffix ? `${name}@${this.#suffix}` : name
  }
  get manager(): string {
    return this.account('alder-manager')
  }
  get organization(): string {
    return this.#suffix ? `org_alder_${this.#suffix}` : 'org_alder'
  }

  async call(method: string, path: string, body?: Json | FormData): Promise<Json> {
    const authorization = `Bearer ${await this.harness.tokens.of(this.manager)}`
    const isForm = body instanceof FormData
    const answer = await fetch(`${this.url}/v1${path}`, {
      method,
      dispatcher: this.#agent,
      headers: { authorization, ...(body && !isForm ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    const parsed: Json = JSON.parse(text)
    return parsed
  }

  /** An inspection with drawn pictures and damages that nobody has confirmed. */
  async createInspection(wanted: { pictures: number; damages: number; points: number }): Promise<Drawn> {
    const { id } = await this.call('POST', '/inspections', {
      tasks: { damage_detection: { status: 'NOT_STARTED' }, human_in_the_loop: { status: 'NOT_STARTED' } },
      vehicle: { brand: 'Demo', model: 'Sedan', plate: 'TEST 001', vehicle_type: 'sedan' },
    })
    const images: string[] = []
    for (let n = 0; n < wanted.pictures; n++) images.push(await this.#addPicture(String(id), n))
    const damages: string[] = []
    for (let n = 0; n < wanted.damages; n++) {
      const damage = await this.call('POST', `/inspections/${id}/damages`, {
        damage_type: n % 2 ? 'dent' : 'scratch',
        part_type: PARTS[n % PARTS.length],
      })
      damages.push(String(damage.id))
      await this.call('POST', `/inspections/${id}/views`, {
        image_id: images[n % images.length],
        damage_id: damage.id,
        polygons: [polygonOf(n, wanted.points)],
      })
    }
    await this.endDetection(String(id))
    return { id: String(id), images, damages }
  }

  /** No model runs here: the damages stand for what it would have found. */
  async endDetection(id: string): Promise<void> {
    const steps = [
      `status = 'TODO', generation = 1, started_at = clock_timestamp()`,
      `status = 'IN_PROGRESS'`,
      `status = 'DONE', done_at = clock_timestamp()`,
    ]
    for (const step of steps)
      await this.harness.rows(
        `update tasks set ${step} where inspection_id = $1 and name = 'damage_detection'`,
        [id],
      )
  }

  async #addPicture(id: string, n: number): Promise<string> {
    const form = new FormData()
    const acquisition = { strategy: 'upload_multipart_form_keys', file_key: 'image' }
    form.set('json', JSON.stringify({ acquisition, tasks: ['damage_detection'], name: `side ${n + 1}` }))
    form.set('image', new Blob([new Uint8Array(await drawnPicture(n))], { type: 'image/jpeg' }), `${n}.jpg`)
    return String((await this.call('POST', `/inspections/${id}/images`, form)).id)
  }

  async createContext(size: { width: number; height: number }, colorScheme: 'light' | 'dark' = 'light') {
    return this.newContext({ viewport: size, colorScheme })
  }

  /** Closed with the world at the latest. */
  async newContext(options: BrowserContextOptions): Promise<BrowserContext> {
    const browser = await launchBrowserOnce()
    const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'en', ...options })
    context.setDefaultTimeout(WATCHDOG_MS)
    this.#contexts.add(context)
    context.once('close', () => this.#contexts.delete(context))
    return context
  }

  /** Signed in, at any address of the console: the first time by hand, as a person does, then as that left the browser. */
  async openPage(context: BrowserContext, path: string, user = 'alder-manager'): Promise<Page> {
    const page = await context.newPage()
    const kept = this.#signedIn.get(user)
    if (kept) {
      await context.addCookies(kept.cookies)
      await page.addInitScript({ content: putTokens(kept.tokens) })
    }
    await page.goto(`${this.url}/console${path}`)
    if (!kept) await this.#signIn(page, this.account(user))
    await page.getByRole('navigation').first().waitFor()
    if (!kept) {
      const tokens = await page.evaluate<string>(`sessionStorage.getItem('${TOKENS_KEY}')`)
      this.#signedIn.set(user, { cookies: await context.cookies(), tokens })
    }
    return page
  }

  async #signIn(page: Page, user: string): Promise<void> {
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('textbox').first().waitFor()
    await page.getByRole('textbox').first().fill(user)
    await page
      .locator('input[type=password]')
      .fill(setting(this.harness.ground.settings, 'STACK_USER_PASSWORD'))
    await page.keyboard.press('Enter')
  }

  async openReview(context: BrowserContext, id: string, user?: string): Promise<Page> {
    const page = await this.openPage(context, `/inspections/${id}/review`, user)
    await page.getByRole('heading', { name: /TEST 001/ }).waitFor()
    return page
  }
}

/** Once in a tab: what happens to its session afterwards stays. */
const putTokens = (tokens: string) => `if (!sessionStorage.getItem('${SIGNED_IN_KEY}')) {
  sessionStorage.setItem('${SIGNED_IN_KEY}', 'true')
  sessionStorage.setItem('${TOKENS_KEY}', ${JSON.stringify(tokens)})
}`

async function openWithInternet(internet: { public: string; ports: number[] }): Promise<Harness> {
  const harness = await Harness.open({ apis: 0, workers: 0, settings: { WEBHOOK_ALLOW_HTTP: 'true' } })
  const program = 'server/test/with-loopback-internet.ts'
  harness.urls.push((await harness.startApi(program, ['api', JSON.stringify(internet)])).url)
  await harness.startWorker(program, ['worker', JSON.stringify(internet)])
  return harness
}

function polygonOf(n: number, points: number): number[][] {
  const [columns, radius] = [10, 55]
  const cx = 120 + (n % columns) * 150
  const cy = 180 + Math.floor(n / columns) * 150
  return Array.from({ length: points }, (_, k) => {
    const angle = (k / points) * 2 * Math.PI
    const far = radius * (1 + 0.15 * Math.sin(5 * angle))
    return [Math.round(cx + Math.cos(angle) * far), Math.round(cy + Math.sin(angle) * far)]
  })
}

/** A car of a few shapes: nobody's picture. */
function drawnPicture(n: number): Promise<Buffer> {
  const { width, height } = SIZE
  const hue = (n * 67 + 200) % 360
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="hsl(${hue},18%,78%)"/><rect y="820" width="100%" height="380" fill="#6b7280"/>
    <path d="M180 840V660l220-60 200-200h460l220 200 180 60v180z" fill="hsl(${hue},45%,42%)" stroke="#111827" stroke-width="6"/>
    <path d="M640 440h190v160H480zM870 440h170l160 160H870z" fill="#1f2937"/>
    <circle cx="440" cy="850" r="110" fill="#111827"/><circle cx="1180" cy="850" r="110" fill="#111827"/></svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 85 }).toBuffer()
}
