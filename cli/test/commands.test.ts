import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, request as httpsRequest } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBrowser } from '../../testing/browser.ts'
import { Harness } from '../../testing/harness.ts'
import { setting } from '../../testing/stack.ts'
import { COMMANDS } from '../src/commands.ts'
import { EXIT } from '../src/exit-codes.ts'
import { environment, PROGRAM, runCli, startCli } from './run-cli.ts'

let harness: Harness
let env: Record<string, string>
const folder = mkdtempSync(join(tmpdir(), 'walkaround-commands-'))
const picture = join(import.meta.dirname, '../../docs/sample-vehicle.jpg')
beforeAll(async () => {
  harness = await Harness.open({ apis: 1, workers: 1, settings: { WEBHOOK_ALLOW_HTTP: 'true' } })
  env = environment({
    WALKAROUND_URL: harness.urls[0] ?? '',
    WALKAROUND_TOKEN: await harness.tokens.of('alder-manager'),
    NODE_EXTRA_CA_CERTS: setting(harness.ground.settings, 'STACK_CA_FILE'),
  })
})
afterAll(async () => {
  await harness?.close()
  rmSync(folder, { recursive: true, force: true })
})

const run = (...args: string[]) => runCli(args, env)
const json = async (...args: string[]) => JSON.parse((await run(...args, '--json')).out)

describe('erase', () => {
  it('erases for good, prints the receipt, and erases again what a backup brought back', async () => {
    const id = (await run('inspections', 'create', '--vehicle', 'plate=ER-AS 1')).out.trim()
    expect(await run('erase', '--plate', 'eras1')).toMatchObject({ code: EXIT.usage.code, out: '' })
    const { code, out, err } = await run('erase', '--plate', 'eras1', '--yes')
    expect(code, err).toBe(0)
    expect(err).toContain('Erased 1 inspection(s)')
    expect((await run('inspections', 'get', id)).code).not.toBe(0)
    expect((await run('erasures', '--receipts')).out).toBe(out)

    const receipts = join(folder, 'receipts.txt')
    writeFileSync(receipts, out)
    expect((await run('erase', '--replay', receipts, '--yes')).err).toContain('Erased 0 inspection(s)')
    writeFileSync(receipts, 'no receipt')
    expect((await run('erase', '--replay', receipts, '--yes')).err).toContain('Line 1')
    expect((await run('erasures')).out).toMatch(/restored +DONE/)
  })
})

describe('the life of an inspection', () => {
  it('goes from its creation to a verified report, in words of the API', async () => {
    const created = await run(
      'inspections',
      'create',
      '--vehicle',
      'brand=Sample',
      '--vehicle',
      'vehicle_type=suv',
    )
    expect(created).toMatchObject({ code: 0, err: '' })
    const id = created.out.trim()

    let image = await run('images', 'create', id, picture)
    // The service waits twelve seconds for a check. Sent again, the picture is the same image, and it waits again.
    while (image.out.includes('not checked yet')) image = await run('images', 'create', id, picture)
    expect(image.out).toMatch(/^[0-9a-f-]{36} {2}\S+sample-vehicle\.jpg {2}compliant\n$/)
    expect((await json('images', 'list', id)).result).toEqual([image.out.slice(0, 36)])

    expect((await run('tasks', 'start', id, 'damage_detection')).out).toMatch(
      /^damage_detection (TODO|IN_PROGRESS)\n$/,
    )
    expect((await run('tasks', 'wait', id, 'damage_detection')).out).toBe('damage_detection DONE\n')
    expect((await run('tasks', 'replay', id, 'damage_detection')).out).toBe('All results are identical.\n')

    const damage = (await json('damages', 'create', id, 'dent', 'hood', '--reason', 'seen on site')).result
    expect((await run('damages', 'update', id, damage, '--size', '12', '--confirm')).out).toBe(
      `updated ${damage}\n`,
    )
    expect((await run('damages', 'delete', id, damage)).out).toBe(`deleted ${damage}\n`)
    expect((await json('damages', 'list', id)).result).toEqual([])
    expect((await run('damages', 'restore', id, damage)).out).toBe(`restored ${damage}\n`)
    const table = (await run('damages', 'list', id)).out.split('\n')
    expect(table[0]).toBe('part  damage  size   confidence  found by       confirmed  id')
    expect(table[1]).toBe(`hood  dent    12 cm  -           alder-manager  yes        ${damage}`)

    const file = join(folder, 'report.pdf')
    const report = await run('reports', 'create', id, '-o', file)
    expect(report).toMatchObject({ code: 0, err: `Saved ${file}\n` })
    expect(readFileSync(file, 'latin1')).toMatch(/^%PDF-1\.7/)
    const reportId = (await json('reports', 'get', id)).result
    // Whoever holds the paper needs no token.
    const verified = await runCli(['reports', 'verify', reportId, '--json'], { ...env, WALKAROUND_TOKEN: '' })
    expect(JSON.parse(verified.out)).toMatchObject({ reportId, isLatest: true, isOutdated: false })

    const listed = (await run('inspections', 'list')).out
    expect(listed).toMatch(new RegExp(`${id} .* DONE +Sample +- +1`))
    expect((await run('inspections', 'delete', id)).code).toBe(EXIT.usage.code)
    expect((await run('inspections', 'delete', id, '--yes')).out).toBe(`deleted ${id}\n`)
    expect((await run('inspections', 'get', id)).code).toBe(EXIT.missing.code)
  })

  it('makes, tests and deletes a webhook endpoint', async () => {
    const created = await run('webhooks', 'create', 'https://receiver.example/hook', '--event', 'task.done')
    const [id = ''] = created.out.split('\n')
    expect(created.out).toMatch(/\nsecret whsec_\S+\n$/)
    expect((await run('webhooks', 'list')).out).toMatch(
      new RegExp(`${id} .*receiver\\.example/hook +task\\.done +yes`),
    )
    expect((await run('webhooks', 'test', id)).out).toMatch(/^[0-9a-f-]{36} \w+\n$/)
    const [delivery] = (await json('webhooks', 'deliveries', id)).result
    expect(delivery).toMatch(/^[0-9a-f-]{36}$/)
    expect((await run('webhooks', 'replay', id)).code).toBe(EXIT.usage.code)
    expect((await run('webhooks', 'delete', id)).out).toBe(`deleted ${id}\n`)
  })
})

describe('what goes wrong', () => {
  const cases: [string, string[], Record<string, string>, number, RegExp][] = [
    ['a command that is none', ['inspect'], {}, 2, /Unknown command "inspect"\.\n {2}See: walkaround help/],
    ['a noun without its verb', ['images'], {}, 2, /needs one of: create, list, delete/],
    ['an unknown option', ['whoami', '--color'], {}, 2, /Unknown option '--color'/],
    ['a missing argument', ['tasks', 'start', 'x'], {}, 2, /TASK is missing/],
    ['a token that is none', ['inspections', 'list'], { WALKAROUND_TOKEN: 'x' }, 3, /walkaround login/],
    ['no token', ['inspections', 'list'], { WALKAROUND_TOKEN: '' }, 3, /not signed in/],
    ['an id that is none', ['inspections', 'get', 'x'], {}, 4, /request [0-9a-f-]{36}, code not_found/],
    ['a word the service does not know', ['inspections', 'create', '--task', 'x'], {}, 5, /code \w+/],
    [
      'an authority nobody trusts',
      ['inspections', 'list'],
      { NODE_EXTRA_CA_CERTS: '' },
      6,
      /NODE_EXTRA_CA_CERTS/,
    ],
    ['no address', ['whoami'], { WALKAROUND_URL: '' }, 2, /Set WALKAROUND_URL/],
  ]
  it.each(cases)('%s', async (_, args, changed, code, says) => {
    const ended = await runCli(args, { ...env, ...changed })
    expect(ended.err).toMatch(says)
    expect(ended).toMatchObject({ code, out: '' })
  })

  it('3 names the permission that is missing', async () => {
    const token = await harness.tokens.of('alder-reader')
    const { code, err } = await runCli(['inspections', 'create'], { ...env, WALKAROUND_TOKEN: token })
    expect(code).toBe(EXIT.access.code)
    expect(err).toContain('Ask your administrator for the permission monk_core_api:inspections:create')
  })
})

describe('login', () => {
  it('signs in with PKCE, keeps the session from others, renews it once for all, and signs out', async () => {
    const { WALKAROUND_TOKEN: _, ...signedOut } = env
    const cli = startCli(['login', '--no-browser'], signedOut)
    const [said] = await once(cli.stderr ?? cli, 'data')
    const more = /http\S+/.test(String(said)) ? '' : String((await once(cli.stderr ?? cli, 'data'))[0])
    const address = /http\S+/.exec(String(said) + more)?.[0] ?? ''
    expect(new URL(address).searchParams.get('code_challenge_method')).toBe('S256')
    const redirect = new URL(address).searchParams.get('redirect_uri') ?? ''
    // A page that knows the port but not the state gets nothing.
    expect((await fetch(`${redirect}?code=stolen&state=guessed`)).status).toBe(400)

    const { ground } = harness
    const browser = createBrowser(setting(ground.settings, 'OIDC_ISSUER'))
    const form = await browser.visit(address)
    const password = setting(ground.settings, 'STACK_USER_PASSWORD')
    const back = await browser.visit(form.url, { name: 'alder-manager', password })
    expect(await (await fetch(back.url)).text()).toContain('You are signed in')
    expect((await cli.ended).out).toContain('Signed in as alder-manager')

    const file = join(env.XDG_CONFIG_HOME ?? '', 'walkaround/session.json')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const session = JSON.parse(readFileSync(file, 'utf8'))
    writeFileSync(file, JSON.stringify({ ...session, expires_at_ms: 0 }))
    const calls = await Promise.all([1, 2, 3].map(() => runCli(['inspections', 'list'], signedOut)))
    expect(calls.map(({ code }) => code)).toEqual([0, 0, 0])
    const renewed = JSON.parse(readFileSync(file, 'utf8'))
    expect(renewed.access_token).not.toBe(session.access_token)

    const elsewhere = await runCli(['whoami', '--url', 'https://other.example'], signedOut)
    expect(elsewhere).toMatchObject({ code: 3, err: expect.stringContaining('not at https://other.example') })
    expect((await runCli(['logout'], signedOut)).out).toBe('Signed out.\n')
    const refused = await fetch(`${session.issuer}/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        client_id: session.client_id,
        refresh_token: renewed.refresh_token,
      }),
    })
    expect(refused.status).toBe(400)
    expect((await runCli(['whoami'], signedOut)).code).toBe(EXIT.access.code)
  })
})

describe('doctor', () => {
  it('0 and no faults for a service that is well', async () => {
    const [api, worker] = [harness.apis[0], harness.workers[0]].map(
      (one) => `http://127.0.0.1:${one?.launch.operationsPort}`,
    )
    const { code, out } = await run('doctor', '--health', api ?? '', '--health', worker ?? '')
    expect(out).toMatch(/No faults found\.\n$/)
    expect(code).toBe(0)
    const lines = out.split('\n').filter((line) => line.startsWith('ok'))
    expect(lines).toHaveLength(10)
  })

  it('1 names the fault and its cure: a proxy that loses CORS, gathers streams and has another clock', async () => {
    const url = new URL(env.WALKAROUND_URL ?? '')
    const { TLS_CERTIFICATE_FILE = '', TLS_KEY_FILE = '', STACK_CA_FILE = '' } = harness.ground.settings
    const proxy = createServer(
      { cert: readFileSync(TLS_CERTIFICATE_FILE), key: readFileSync(TLS_KEY_FILE) },
      (incoming, answer) => {
        if (incoming.method === 'OPTIONS') return void answer.writeHead(405).end()
        // Gathers what never ends.
        if (incoming.url?.startsWith('/v1/events')) return
        const { pathname, search } = new URL(incoming.url ?? '/', url)
        const ca = readFileSync(STACK_CA_FILE)
        httpsRequest(new URL(pathname + search, url), { ca, headers: incoming.headers }, (theirs) => {
          answer.writeHead(theirs.statusCode ?? 502, {
            ...theirs.headers,
            date: 'Thu, 01 Jan 2026 00:00:00 GMT',
          })
          theirs.pipe(answer)
        }).end()
      },
    )
    proxy.listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    const address = proxy.address()
    const port = typeof address === 'object' ? address?.port : 0
    const ended = await run('doctor', '--url', `https://127.0.0.1:${port}`, '--health', 'http://127.0.0.1:9')
    proxy.closeAllConnections()
    proxy.close()
    expect(ended.code).toBe(1)
    expect(ended.out).toMatch(/FAULT +CORS .*405/)
    expect(ended.out).toMatch(/FAULT +streams .*\n +Turn off buffering/)
    expect(ended.out).toMatch(/FAULT +clock of service +\d+ s behind/)
    expect(ended.out).toMatch(/FAULT +127\.0\.0\.1:9 /)
    expect(ended.out).toMatch(/4 faults found\.\n$/)
  })
})

describe('completion', () => {
  it('bash completes nouns, verbs and options', () => {
    const complete = (words: string[]) => {
      const script = [
        `eval "$(${PROGRAM} completion bash)"`,
        `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')})`,
        `COMP_CWORD=${words.length - 1}`,
        // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell fills it in
        '_walkaround; echo "${COMPREPLY[*]}"',
      ]
      return execFileSync('bash', ['-c', script.join('\n')], { env, encoding: 'utf8' }).trim()
    }
    expect(complete(['walkaround', 'insp'])).toBe('inspections')
    expect(complete(['walkaround', 'tasks', ''])).toBe('list start run-again wait replay')
    expect(complete(['walkaround', 'analyze', 'pictures', '--no'])).toBe('--no-report')
    expect(complete(['walkaround', 'reports', 'create', 'x', '--pa'])).toBe('--paper')
  })

  it.each(['zsh', 'fish'])('%s has every command', async (shell) => {
    const { out } = await run('completion', shell)
    for (const { name } of COMMANDS) expect(out).toContain(name.split(' ').at(-1))
  })
})
