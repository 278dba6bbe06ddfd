import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Harness } from '../../testing/harness.ts'
import { setting } from '../../testing/stack.ts'
import { environment, PROGRAM, runCli } from './run-cli.ts'

let harness: Harness
let env: Record<string, string>
const folder = mkdtempSync(join(tmpdir(), 'walkaround-analyze-'))
const pictures = join(folder, 'pictures')
const samples = join(import.meta.dirname, '../../docs/samples/lark')
const transcripts = join(import.meta.dirname, '../../.transcripts')
// A server of its own, so that nothing of whoever runs the tests is in it.
const socket = join(folder, 'tmux')
const tmux = (...args: string[]) => execFileSync('tmux', ['-S', socket, ...args], { env, encoding: 'utf8' })
const screen = () => tmux('capture-pane', '-p', '-e', '-t', 'cli').trimEnd()

beforeAll(async () => {
  harness = await Harness.open({ apis: 1, workers: 1 })
  env = environment({
    WALKAROUND_URL: harness.urls[0] ?? '',
    WALKAROUND_TOKEN: await harness.tokens.of('alder-manager'),
    NODE_EXTRA_CA_CERTS: setting(harness.ground.settings, 'STACK_CA_FILE'),
  })
  mkdirSync(pictures)
  for (const side of ['back', 'front', 'left', 'right'])
    copyFileSync(join(samples, `${side}.jpg`), join(pictures, `${side}.jpg`))
  mkdirSync(transcripts, { recursive: true })
  tmux('new-session', '-d', '-s', 'cli', '-x', '110', '-y', '60', 'bash --norc')
})
afterAll(async () => {
  tmux('kill-server')
  await harness?.close()
  rmSync(folder, { recursive: true, force: true })
})

const type = (line: string) => tmux('send-keys', '-t', 'cli', line, 'Enter')

/** Every screen that was seen until one fits. */
async function watch(wanted: RegExp): Promise<string[]> {
  const seen: string[] = []
  for (let tries = 0; tries < 1_200; tries++) {
    const now = screen()
    if (now !== seen.at(-1)) seen.push(now)
    if (wanted.test(now)) return seen
    await delay(50)
  }
  throw new Error(`never seen: ${wanted}\n${seen.at(-1)}`)
}

const inspections = () =>
  harness.rows<{ id: string; images: number }>(
    'select id, (select count(*)::int from images where images.inspection_id = inspections.id) as images from inspections order by id',
  )

describe('analyze', () => {
  it('130 on Ctrl-C, goes on where it was, and shows progress, tables and the report in a terminal', async () => {
    type(`PS1='$ '; clear; ${PROGRAM} analyze ${pictures}; echo "ended $?"`)
    const first = await watch(/damage_detection +\[/)
    tmux('send-keys', '-t', 'cli', 'C-c')
    const stopped = (await watch(/ended 130/)).at(-1) ?? ''
    expect(stopped).toContain(`Your progress is saved. Continue with: walkaround analyze ${pictures}`)
    // The bars are gone; what is left can be read.
    expect(stopped).not.toContain('[#')
    const state = JSON.parse(readFileSync(join(pictures, '.walkaround.json'), 'utf8'))
    expect(Object.keys(state.uploaded)).toHaveLength(4)

    // Other words than before, which the terminal may still show.
    type(`clear; ${PROGRAM} analyze ${pictures}; echo "over $?"`)
    const second = await watch(/over \d+/)
    const end = second.at(-1) ?? ''
    writeFileSync(join(transcripts, 'cli-analyze.txt'), [...first, stopped, ...second].join('\n---\n'))
    expect(first.join('\n')).toMatch(
      /upload {2}\[[#.]{24}\] +\d+ % {2}\d of 4 pictures, \d\.\d MB of \d\.\d MB/,
    )
    expect([...first, ...second].join('\n')).toMatch(/damage_detection {2}\[[#.]{24}\] +\d+ % {2}\d of 4/)
    expect(end).toContain(`Continuing inspection ${state.inspection_id}`)
    expect(end).toContain('4 of 4 pictures already uploaded')
    expect(end).toMatch(/estimate +operation +likely +range/)
    expect(end).toMatch(/total +- +\d+\.\d\d EUR +\d+\.\d\d EUR to \d+\.\d\d EUR/)
    expect(end).toContain(`report      ${pictures}/report.pdf`)
    expect(end).toContain('over 0')
    // Headings are dim in a terminal.
    expect(end).toContain('\u001b[2m')
    expect(readFileSync(join(pictures, 'report.pdf'), 'latin1')).toMatch(/^%PDF-/)
    expect(existsSync(join(pictures, '.walkaround.json'))).toBe(false)
    expect(await inspections()).toEqual([{ id: state.inspection_id, images: 4 }])
  })

  it('prints no colours and no bars into a pipe, refuses what is no picture, and ends with 5', async () => {
    const dir = join(folder, 'piped')
    mkdirSync(dir)
    copyFileSync(join(pictures, 'front.jpg'), join(dir, 'front.jpg'))
    writeFileSync(join(dir, 'notes.jpg'), 'not a picture')
    const { code, out, err } = await runCli(['analyze', dir, '--no-report'], env)
    expect(code, err).toBe(5)
    expect(out + err).not.toContain('\u001b')
    expect(err).toContain('uploaded front.jpg (1 of 2)')
    expect(err).toMatch(/^refused notes\.jpg: /m)
    expect(err).toMatch(/^damage_detection DONE, 1 of 1$/m)
    expect(out).toMatch(/^inspection {2}[0-9a-f-]{36}$/m)
    expect(existsSync(join(dir, 'report.pdf'))).toBe(false)
  })

  it('--json prints one object with findings, estimate and the file', async () => {
    const dir = join(folder, 'json')
    mkdirSync(dir)
    copyFileSync(join(pictures, 'left.jpg'), join(dir, 'left.jpg'))
    const { code, out, err } = await runCli(['analyze', dir, '--json'], env)
    expect(code, err).toBe(0)
    const { entities, result, reportFile } = JSON.parse(out)
    expect(entities.inspections[result]).toMatchObject({ status: 'DONE', images: [expect.any(String)] })
    expect(Object.values(entities.estimates)).toHaveLength(1)
    expect(reportFile).toBe(join(dir, 'report.pdf'))
  })

  it('2 for a folder without pictures, and for one begun elsewhere', async () => {
    const dir = join(folder, 'empty')
    mkdirSync(dir)
    expect(await runCli(['analyze', dir], env)).toMatchObject({
      code: 2,
      err: expect.stringContaining('contains no pictures'),
    })
    copyFileSync(join(pictures, 'left.jpg'), join(dir, 'left.jpg'))
    const state = { url: 'https://other.example', key: 'k', tasks: [], uploaded: {} }
    writeFileSync(join(dir, '.walkaround.json'), JSON.stringify(state))
    const { code, err } = await runCli(['analyze', dir], env)
    expect(code).toBe(2)
    expect(err).toContain('has an unfinished inspection at https://other.example')
  })
})
