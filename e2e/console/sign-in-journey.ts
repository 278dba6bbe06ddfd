import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../../testing/ground.ts'
import { setting } from '../../testing/stack.ts'
import { ConsoleWorld } from './console-world.ts'

/** An issuer, the service that trusts it, and what a person who signs in there has to see. */
type Place = { url: string; password: string; organization: string }
type Vendor = { name: string; settings: Record<string, string>; password: string; organization: string }

const USER = 'alder-manager'
const folder = mkdtempSync(join(tmpdir(), 'walkaround-sign-in-'))
const places = new Map<string, Place>()
let world: ConsoleWorld
let issuers: ChildProcess

/** A person signs in to the console and to the command line, with the stack's own issuer or in the manner of a vendor. */
export function testSignIn(names: readonly string[]): void {
  beforeAll(async () => {
    issuers = spawn(process.execPath, [join(root, 'dev/test/vendor-issuers.ts')], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    world = await ConsoleWorld.join('api', '')
    const password = setting(world.harness.ground.settings, 'STACK_USER_PASSWORD')
    places.set('development', { url: world.url, password, organization: 'org_alder' })
    const vendors: Vendor[] = JSON.parse(await firstLine(issuers))
    await Promise.all(
      vendors
        .filter(({ name }) => names.includes(name))
        .map(async ({ name, settings, ...place }) => {
          const { url } = await world.harness.startApi('server/src/api.ts', [], settings)
          places.set(name, { url, ...place })
        }),
    )
  })
  afterAll(async () => {
    issuers?.kill()
    await world?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  describe('signs in, sees the organization and its permissions, renews and signs out', () => {
    it.concurrent.each(names)('with an issuer in the manner of %s', async (name) => {
      const place = places.get(name)
      if (!place) throw new Error(`no service for ${name}`)
      // The terminal waits for its code while the person signs in to the console.
      const terminal = openTerminal(name, place)
      const login = terminal.start('login', '--device')
      const address = addressIn(login)
      const ending = ended(login)
      const context = await world.createContext({ width: 1024, height: 800 })
      const page = await context.newPage()
      await signIn(page, place)
      await seesAccess(page, place)

      const confirming = await context.newPage()
      await confirming.goto(await address)
      await confirming.getByRole('button', { name: 'Continue' }).click()
      await confirming.getByText('Go back to the terminal').waitFor()
      expect(await ending).toMatchObject({ code: 0, out: expect.stringContaining(`as ${USER} at`) })
      await terminal.endToken()
      const { claims } = JSON.parse((await terminal.run('whoami', '--json')).out)
      expect(claims).toMatchObject({ sub: USER, org_id: place.organization })
      expect(claims.permissions).toContain('monk_core_api:inspections:write_organization')
      const plate = `SIGN ${name.toUpperCase()}`
      expect(await terminal.run('inspections', 'create', '--vehicle', `plate=${plate}`)).toMatchObject({
        code: 0,
      })

      // What the terminal made is in the organization that the console shows, also with a renewed token.
      await page.evaluate(END_TOKEN)
      await page.goto(`${place.url}/console/inspections`)
      await page.getByText(plate).first().waitFor()
      await page.getByRole('button', { name: `Account: ${USER}` }).click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
      await page.getByRole('button', { name: 'Yes, sign me out' }).click()
      await page.getByRole('button', { name: 'Sign in' }).waitFor()
      await context.close()
    })
  })
}

async function signIn(page: Page, { url, password }: Place): Promise<void> {
  await page.goto(`${url}/console/settings/access`)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByLabel('User name').fill(USER)
  await page.getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
}

async function seesAccess(page: Page, { organization }: Place): Promise<void> {
  await page.getByText(organization, { exact: true }).waitFor()
  const rights = page.getByRole('listitem').filter({ hasText: 'Correct results' })
  await rights.getByText('Whole organization').waitFor()
  const tasks = page.getByRole('listitem').filter({ hasText: 'Find damages' })
  await tasks.getByText('Yes', { exact: true }).waitFor()
}

const END_TOKEN = `(() => {
  const tokens = JSON.parse(sessionStorage.getItem('walkaround.tokens'))
  sessionStorage.setItem('walkaround.tokens', JSON.stringify({ ...tokens, expires_at_ms: 0 }))
})()`

function openTerminal(name: string, { url }: Place) {
  const config = join(folder, name)
  const env = {
    PATH: process.env.PATH,
    XDG_CONFIG_HOME: config,
    WALKAROUND_URL: url,
    NODE_EXTRA_CA_CERTS: setting(world.harness.ground.settings, 'STACK_CA_FILE'),
  }
  const start = (...args: string[]) =>
    spawn(join(root, 'cli/walkaround'), args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const file = join(config, 'walkaround/session.json')
  return {
    start,
    run: (...args: string[]) => ended(start(...args)),
    endToken: () =>
      writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), expires_at_ms: 0 })),
  }
}

/** The page to open, as the terminal shows it. */
const addressIn = async ({ stderr }: ChildProcess) => (await lineWith(stderr, /^ {2}http/)).trim()
const firstLine = ({ stdout }: ChildProcess) => lineWith(stdout, /./)

/** Reads on behind the line: a program that nobody reads from any more ends. */
function lineWith(output: ChildProcess['stdout'], wanted: RegExp): Promise<string> {
  if (!output) throw new Error('nothing to read from')
  const lines = createInterface({ input: output })
  return new Promise((resolve, reject) => {
    lines.on('line', (line) => (wanted.test(line) ? resolve(line) : undefined))
    lines.once('close', () => reject(new Error(`ended without ${wanted}`)))
  })
}

/** To be called before the program can have ended: who asks later waits for ever. */
async function ended(child: ChildProcess): Promise<{ code: unknown; out: string }> {
  let out = ''
  child.stdout?.on('data', (chunk) => {
    out += chunk
  })
  const [code] = await once(child, 'close')
  return { code, out }
}
