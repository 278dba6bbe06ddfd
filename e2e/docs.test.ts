import { execFile } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Harness } from '../testing/harness.ts'
import { makeSignatory } from '../testing/signing-keys.ts'
import { type Block, blocksOf, fits } from './document-blocks.ts'

// A reader in a checkout, with a running service and one page at a time.
const root = join(import.meta.dirname, '..')
const transcripts = join(root, '.transcripts')
const checkout = mkdtempSync(join(tmpdir(), 'walkaround-docs-'))
const stackDir = join(checkout, '.demo')
const MARK = '\u001e'
/** Against a page that hangs. On a busy machine a page whose commands wait for models takes minutes. */
const WATCHDOG_MS = 1_800_000

// Guides come first: the page for auditors reads the report that the guide to reports has left.
const pages = ['docs/guides', 'docs/operations', 'docs']
  .flatMap((folder) => readdirSync(join(root, folder)).map((file) => `${folder}/${file}`))
  .filter((file) => file.endsWith('.md') && runnable(blocksOf(read(file))).length > 0)

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}

function runnable(blocks: Block[]): Block[] {
  return blocks.filter(({ language, isRun }) => language === 'bash' && isRun)
}

let harness: Harness
beforeAll(async () => {
  makeSigningKey()
  // Its own: the commands of an operator act on a whole installation, and print what is in it.
  harness = await Harness.open({
    apis: 1,
    workers: 1,
    settings: {
      // Campaigns have no quotas; a reader sees the default.
      QUOTA_INSPECTIONS_PER_DAY_MAX: '2000',
      REPORT_SIGNING_KEY_FILE: join(checkout, 'authority.key'),
      REPORT_SIGNING_CERTIFICATE_FILE: join(checkout, 'authority.pem'),
    },
  })
  layOutCheckout()
})

afterAll(async () => {
  await harness?.close()
  rmSync(checkout, { recursive: true, force: true })
})

/** Everything of the repository by link, the files that commands write beside it, and the env file of our own service. */
function layOutCheckout(): void {
  for (const entry of readdirSync(root))
    if (!['.stack', '.demo', '.git', '.transcripts'].includes(entry))
      symlinkSync(join(root, entry), join(checkout, entry))
  mkdirSync(stackDir)
  const [api] = harness.apis
  const [worker] = harness.workers
  const settings = {
    ...api?.launch.settings,
    WORKER_OPERATIONS_PORT: `${worker?.launch.operationsPort}`,
    STACK_DIR: stackDir,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name}='${value}'\n`)
  writeFileSync(join(stackDir, 'env'), lines.join(''))
  cpSync(join(process.env.STACK_DIR || join(root, '.stack'), 'secrets.json'), join(stackDir, 'secrets.json'))
  mkdirSync(join(checkout, 'pictures'))
  cpSync(join(root, 'docs/sample-vehicle.jpg'), join(checkout, 'pictures/front.jpg'))
}

function makeSigningKey(): void {
  makeSignatory(checkout, 'authority', {
    subject: '/O=Alder Rentals/CN=Reports',
    extensions: ['keyUsage=critical,digitalSignature,keyCertSign'],
  })
}

/** What each block of a page prints, in one shell, as its reader has it after the quick start. */
async function runPage(file: string, blocks: Block[]): Promise<string[]> {
  const quickStart = blocksOf(read('README.md')).find(({ text }) => text.includes('TOKEN='))?.text ?? ''
  const script = [quickStart, ...blocks.map(({ text }) => `echo '${MARK}'\n${text}`)].join('\n')
  const { STACK_DIR: _stack, NODE_OPTIONS: _options, ...machine } = process.env
  const ran = await new Promise<{ out: string; error: string; code: unknown }>((resolve) =>
    execFile(
      'bash',
      ['-eo', 'pipefail', '-c', script],
      { cwd: checkout, env: { ...machine, STACK_DIR: stackDir }, encoding: 'utf8', timeout: WATCHDOG_MS },
      (failure, out, error) => resolve({ out, error, code: failure ? (failure.code ?? failure.signal) : 0 }),
    ),
  )
  mkdirSync(transcripts, { recursive: true })
  const printed = ran.out.split(`${MARK}\n`).slice(1)
  const lines = blocks.map(({ text }, n) => `$ ${text.trimEnd()}\n${printed[n] ?? '(not reached)\n'}`)
  const transcript = `${lines.join('\n')}\n${ran.error}\nended with ${ran.code}\n`
  writeFileSync(join(transcripts, `${file.replaceAll('/', '-')}.txt`), transcript)
  expect(ran.code, transcript.slice(-3_000)).toBe(0)
  return printed
}

describe('commands of the documentation', () => {
  it.each(pages)('%s: every command ends well and prints what the page shows', async (file) => {
    const commands = runnable(blocksOf(read(file)))
    const printed = await runPage(file, commands)
    const wrong = commands.flatMap(({ shown }, n) =>
      shown === null || fits(shown, printed[n] ?? '')
        ? []
        : [`${file} shows\n${shown}\nand got\n${printed[n]}`],
    )
    expect(wrong).toEqual([])
  })
})
