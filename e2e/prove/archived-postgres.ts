import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { appendFileSync, chmodSync, chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePorts } from '../../testing/ports.ts'

const run = promisify(execFile)
/** Where PostgreSQL's own user can write. */
const PLACE = '/var/tmp'
const BIN = '/usr/lib/postgresql/15/bin'
const STANZA = 'walkaround'
const RECOVER_MS_MAX = 60_000

/** A PostgreSQL server whose every change pgBackRest keeps, so that it can go back to any moment. */
export class ArchivedPostgres {
  readonly #folder: string
  readonly #port: number
  readonly #password = randomBytes(16).toString('hex')

  private constructor(folder: string, port: number) {
    this.#folder = folder
    this.#port = port
  }

  static async open(): Promise<ArchivedPostgres> {
    if (!existsSync('/usr/bin/pgbackrest')) throw new Error('pgbackrest is missing: run dev/setup')
    if (process.getuid?.() !== 0)
      throw new Error('run this campaign as root: it gives the server to the user postgres')
    const folder = mkdtempSync(join(PLACE, 'walkaround-archived-'))
    chmodSync(folder, 0o777)
    const [port = 0] = await freePorts(1)
    const server = new ArchivedPostgres(folder, port)
    try {
      await server.#create()
      return server
    } catch (error) {
      await server.close()
      throw error
    }
  }

  get urls() {
    const at = (role: string) => `postgresql://${role}:${this.#password}@127.0.0.1:${this.#port}/postgres`
    return { DATABASE_URL: at('walkaround_app'), DATABASE_OWNER_URL: at('walkaround_owner') }
  }

  async backUp(): Promise<void> {
    await this.#backrest('--type=full', 'backup')
    // A backup has ended at a whole second, and a moment within that second is not after it.
    await delay(1_000)
  }

  /** This moment, by the clock of the database. */
  async now(): Promise<string> {
    return this.#asSuperuser(async (client) => {
      const { rows } = await client.query<{ now: string }>('select clock_timestamp()::text as now')
      return rows[0]?.now ?? ''
    })
  }

  /** Loses the whole server, and makes it again as it was at a moment. */
  async restoreTo(moment: string): Promise<void> {
    // What happened after the moment is in the archive too: the restore must leave it out by itself.
    await this.#archiveAll()
    await this.#control('-m', 'immediate', 'stop')
    rmSync(join(this.#folder, 'data'), { recursive: true })
    await this.#backrest('--type=time', `--target=${moment}`, '--target-action=promote', 'restore')
    await this.#control('-l', join(this.#folder, 'log'), '-w', 'start')
    const untilMs = performance.now() + RECOVER_MS_MAX
    // It takes no connections at first.
    const isRecovering = () =>
      this.#asSuperuser(
        async (client) => (await client.query('select pg_is_in_recovery() as is')).rows[0]?.is,
      ).catch(() => true)
    while (await isRecovering()) {
      if (performance.now() > untilMs) throw new Error('the restored server did not leave recovery')
      await delay(200)
    }
  }

  async close(): Promise<void> {
    await this.#control('-m', 'immediate', 'stop').catch(() => {})
    rmSync(this.#folder, { recursive: true, force: true })
  }

  async #create(): Promise<void> {
    const data = join(this.#folder, 'data')
    const passwordFile = join(this.#folder, 'password')
    writeFileSync(passwordFile, this.#password)
    await this.#asPostgres(join(BIN, 'initdb'), [
      ...['-D', data, '-U', 'postgres', '-E', 'UTF8', '--locale=C.UTF-8', '--data-checksums'],
      ...['--auth=scram-sha-256', '--auth-local=trust', `--pwfile=${passwordFile}`],
    ])
    this.#writeBackrest(data)
    const settings = {
      port: this.#port,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: this.#folder,
      max_connections: 100,
      archive_mode: 'on',
      archive_command: `pgbackrest --config=${this.#configuration} --stanza=${STANZA} archive-push %p`,
    }
    const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`)
    appendFileSync(join(data, 'postgresql.conf'), lines.join(''))
    await this.#control('-l', join(this.#folder, 'log'), '-w', 'start')
    await this.#backrest('stanza-create')
    await this.#asSuperuser(async (client) => {
      await client.query(`create role walkaround_owner login createdb password '${this.#password}'`)
      await client.query(
        `create role walkaround_app login nosuperuser nobypassrls password '${this.#password}'`,
      )
      await client.query('grant pg_signal_backend to walkaround_owner')
    })
  }

  get #configuration(): string {
    return join(this.#folder, 'pgbackrest.conf')
  }

  #writeBackrest(data: string): void {
    const lines = [
      '[global]',
      `repo1-path=${join(this.#folder, 'repository')}`,
      'repo1-retention-full=2',
      'repo1-cipher-type=aes-256-cbc',
      `repo1-cipher-pass=${this.#password}`,
      `log-path=${this.#folder}`,
      `lock-path=${this.#folder}`,
      `spool-path=${this.#folder}`,
      'start-fast=y',
      `[${STANZA}]`,
      `pg1-path=${data}`,
      `pg1-port=${this.#port}`,
      `pg1-socket-path=${this.#folder}`,
      'pg1-user=postgres',
      '',
    ]
    writeFileSync(this.#configuration, lines.join('\n'))
    chownSync(this.#configuration, 0, 0)
    chmodSync(this.#configuration, 0o644)
  }

  async #archiveAll(): Promise<void> {
    await this.#asSuperuser(async (client) => {
      const { rows } = await client.query<{ file: string }>('select pg_walfile_name(pg_switch_wal()) as file')
      const isDone = 'select last_archived_wal >= $1 as is from pg_stat_archiver'
      for (let n = 0; n < 300; n++) {
        if ((await client.query(isDone, [rows[0]?.file])).rows[0]?.is) return
        await delay(100)
      }
      throw new Error('the last changes were not archived within 30 s')
    })
  }

  async #asSuperuser<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client({
      connectionString: `postgresql://postgres:${this.#password}@127.0.0.1:${this.#port}/postgres`,
    })
    client.on('error', () => {})
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.end()
    }
  }

  async #backrest(...words: string[]): Promise<void> {
    const own = [`--config=${this.#configuration}`, `--stanza=${STANZA}`, '--log-level-console=error']
    await this.#asPostgres('pgbackrest', [...own, ...words])
  }

  async #control(...words: string[]): Promise<void> {
    await this.#asPostgres(join(BIN, 'pg_ctl'), ['-s', '-D', join(this.#folder, 'data'), ...words])
  }

  async #asPostgres(command: string, words: string[]): Promise<void> {
    await run('runuser', ['-u', 'postgres', '--', command, ...words], { cwd: this.#folder })
  }
}
