import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startOwnService } from '../../server/test/own-service.ts'
import { stackValue } from '../../testing/stack.ts'
import { tokenOf } from '../../testing/tokens.ts'
import * as sdk from '../src/walkaround.ts'

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'sdk/README.md'), 'utf8')
const blocks = [...page.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language, code = '']) => ({
  language,
  code,
}))
const run = promisify(execFile)

let service: Service
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'walkaround-readme-'))
  service = await startOwnService({ why: 'no other file runs in its process' })
})
afterAll(async () => {
  await service?.stop()
  rmSync(folder, { recursive: true })
})

/** The page from top to bottom as one program: what one snippet makes, the next ones use. */
function programOf(): string {
  const modules: Record<string, string> = {
    '@walkaround/sdk': 'sdk/src/walkaround.ts',
    '@walkaround/sdk/normalize': 'sdk/src/normalize.ts',
  }
  const imports = new Map<string, Set<string>>()
  const bodies = blocks
    .filter(({ language }) => language === 'js')
    .map(({ code }) =>
      code.replaceAll(/^import \{ (.*) \} from '(.*)'\n/gm, (_, names: string, from: string) => {
        const known = imports.get(from) ?? new Set()
        for (const name of names.split(', ')) known.add(name)
        imports.set(from, known)
        return ''
      }),
    )
  const heads = [...imports].map(([from, names]) => {
    const file = modules[from]
    if (!file) throw new Error(`the page imports ${from}`)
    return `import { ${[...names].join(', ')} } from '${pathToFileURL(join(root, file))}'`
  })
  return [...heads, ...bodies.map((body, n) => `console.log('SNIPPET ${n + 1}')\n${body}`), RECEIVE].join(
    '\n',
  )
}

/** The page defines a receiver; here it gets a message. */
const RECEIVE = `
import { createHmac } from 'node:crypto'
const body = JSON.stringify({ id: 'e-1', type: 'task.done', timestamp: 't', data: { inspection_id: 'told' } })
const at = Math.floor(Date.now() / 1000)
const mac = createHmac('sha256', Buffer.from(process.env.WEBHOOK_SECRET.slice(6), 'base64')).update('e-1.' + at + '.' + body)
const headers = { 'webhook-id': 'e-1', 'webhook-timestamp': String(at), 'webhook-signature': 'v1,' + mac.digest('base64') }
console.log((await receive(new Request('http://x.example', { method: 'POST', headers, body }))).status)
process.exit(0)
`

describe('the page', () => {
  it('has only snippets that are run, and the line that installs', () => {
    expect(blocks.filter(({ language }) => language !== 'js')).toEqual([
      { language: 'sh', code: 'npm install @walkaround/sdk\n' },
    ])
  })

  it('names every function and constant there is', () => {
    const silent = Object.keys(sdk).filter((name) => !new RegExp(`\\b${name}\\b`).test(page))
    expect(silent).toEqual([])
  })

  it('works, snippet after snippet', async () => {
    await service.startWorker()
    // The address of a report is of the service's public name, under which the tests do not find it.
    const program = programOf().replace(
      '].pdfUrl)',
      '].pdfUrl.replace(/^https?:..[^/]+/, process.env.WALKAROUND_URL))',
    )
    cpSync(join(root, 'docs/sample-vehicle.jpg'), join(folder, 'car.jpg'))
    writeFileSync(join(folder, 'page.mjs'), program)
    const { stdout } = await run(process.execPath, [join(folder, 'page.mjs')], {
      cwd: folder,
      env: {
        ...process.env,
        WALKAROUND_URL: service.url,
        WALKAROUND_TOKEN: await tokenOf('alder-manager'),
        TOKEN_URL: `${stackValue('OIDC_ISSUER')}/token`,
        CLIENT_ID: 'alder-manager',
        CLIENT_SECRET: stackValue('STACK_CLIENT_SECRET'),
        WEBHOOK_SECRET: `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`,
      },
    })
    console.log(stdout)
    expect(stdout).toMatch(/SNIPPET 2\nDONE 1600 \[.*'damage_detection'.*\]\n/)
    expect(stdout).toContain('gone, or never there\n404 ')
    expect(stdout).toContain('\ntrue\n')
    expect(stdout).toContain('\n100 %\n')
    expect(stdout).toContain('application/pdf ')
    expect(stdout).toMatch(/\n\d+ damage\.deleted [0-9a-f-]{36}\n/)
    expect(stdout).toMatch(/task\.done told\n204\n$/)
  })
})
