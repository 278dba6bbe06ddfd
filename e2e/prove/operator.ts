import { execFile } from 'node:child_process'
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CopyObjectCommand, CreateBucketCommand } from '@aws-sdk/client-s3'
import pg from 'pg'
import { listObjects, removeBucket, serverRoot, withDatabase } from '../../testing/ground.ts'
import type { Harness } from '../../testing/harness.ts'
import { setting } from '../../testing/stack.ts'

const run = promisify(execFile)
const COPIES_AT_ONCE = 8

/** Does what docs/operations/backup.md and erasure.md tell: backs up, keeps receipts outside, restores, and erases again. */
export class Operator {
  readonly #harness: Harness
  readonly #folder = mkdtempSync(join(tmpdir(), 'walkaround-operator-'))
  readonly #copy: string
  readonly #receipts = new Set<string>()

  constructor(harness: Harness) {
    this.#harness = harness
    this.#copy = `${harness.ground.name}-copy`
  }

  async close(): Promise<void> {
    await removeBucket(this.#harness.ground.s3, this.#copy)
    rmSync(this.#folder, { recursive: true, force: true })
  }

  /** The database in one snapshot, then the bucket, while everything goes on. */
  async backUp(): Promise<void> {
    const { s3, name } = this.#harness.ground
    await run('pg_dump', [this.#superuserUrl(), '--format=custom', `--file=${this.#dump}`])
    await s3.send(new CreateBucketCommand({ Bucket: this.#copy }))
    await this.#copyObjects(name, this.#copy)
  }

  /** All processes are ended, the database is made anew from the dump, and the objects that are gone come back. */
  async restore(): Promise<void> {
    const { ground, apis, workers } = this.#harness
    const processes = [...apis, ...workers]
    await Promise.all(processes.map((process) => process.end('SIGTERM')))
    const client = new pg.Client({ connectionString: this.#superuserUrl('postgres') })
    await client.connect()
    try {
      await client.query(`drop database "${ground.name}" with (force)`)
      await client.query(`create database "${ground.name}" owner walkaround_owner`)
    } finally {
      await client.end()
    }
    await run('pg_restore', [`--dbname=${this.#superuserUrl()}`, '--exit-on-error', this.#dump])
    await this.#copyObjects(this.#copy, ground.name)
    await this.#runProgram('server/src/migrate.ts', ['--switch-sending-on'])
    for (const process of processes) process.start()
    for (const process of processes) await process.waitReady()
  }

  /** Of an organization, as the daily command appends them to a file. */
  async keepReceipts(organization: string): Promise<void> {
    const text = await this.#cli(organization, ['erasures', '--limit', '1000', '--receipts'])
    const lines = text.split('\n').filter((line) => line !== '')
    for (const line of lines) this.#receipts.add(line)
    appendFileSync(this.#receiptFile(organization), `${lines.join('\n')}\n`)
  }

  /** What the receipts outside name. */
  digests(): Set<string> {
    return new Set([...this.#receipts].flatMap((line) => JSON.parse(receiptText(line)).inspections))
  }

  async replayReceipts(organization: string): Promise<void> {
    await this.#cli(organization, ['erase', '--replay', this.#receiptFile(organization), '--yes'])
  }

  /** Answers what it says in the end. */
  async eraseExtra(): Promise<string> {
    const text = await this.#runProgram('server/src/backup.ts', ['verify', '--erase-extra'])
    return text.trim().split('\n').at(-1) ?? ''
  }

  get #dump(): string {
    return join(this.#folder, 'walkaround.dump')
  }

  #receiptFile(organization: string): string {
    const file = join(this.#folder, `${organization}-receipts.txt`)
    if (!existsSync(file)) writeFileSync(file, '')
    return file
  }

  #superuserUrl(database = this.#harness.ground.name): string {
    const { settings } = this.#harness.ground
    const secrets = readFileSync(join(setting(settings, 'STACK_DIR'), 'secrets.json'), 'utf8')
    const url = new URL(withDatabase(setting(settings, 'DATABASE_OWNER_URL'), database))
    url.username = 'postgres'
    url.password = JSON.parse(secrets).superuserPassword
    return url.href
  }

  /** Those that are not there yet. */
  async #copyObjects(from: string, to: string): Promise<void> {
    const { s3 } = this.#harness.ground
    const there = await listObjects(s3, to)
    const keys = [...(await listObjects(s3, from)).keys()].filter((key) => !there.has(key))
    const lane = async () => {
      for (let Key = keys.pop(); Key !== undefined; Key = keys.pop())
        await s3
          .send(new CopyObjectCommand({ Bucket: to, Key, CopySource: `${from}/${Key}` }))
          .catch((error: unknown) => {
            // Erased since it was listed.
            if (!(error instanceof Error) || error.name !== 'NoSuchKey') throw error
          })
    }
    await Promise.all(Array.from({ length: COPIES_AT_ONCE }, lane))
  }

  async #cli(organization: string, words: string[]): Promise<string> {
    const { tokens, urls } = this.#harness
    return this.#runProgram('cli/src/main.ts', words, {
      WALKAROUND_URL: urls[0] ?? '',
      WALKAROUND_TOKEN: await tokens.of(`${organization}-manager`),
    })
  }

  async #runProgram(
    program: string,
    words: string[],
    settings: Record<string, string> = {},
  ): Promise<string> {
    const env = {
      PATH: process.env.PATH ?? '',
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
      XDG_CONFIG_HOME: this.#folder,
      ...this.#harness.ground.settings,
      ...settings,
    }
    const { stdout } = await run(process.execPath, [join(serverRoot, program), ...words], {
      env,
      maxBuffer: 1 << 28,
    })
    return stdout
  }
}

/** Signed or plain. */
const receiptText = (line: string): string =>
  line.startsWith('{') ? line : Buffer.from(line.split('.')[1] ?? '', 'base64url').toString()
