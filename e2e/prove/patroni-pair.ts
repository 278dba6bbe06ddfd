import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { freePorts } from '../../testing/ports.ts'
import { childrenOf } from '../../testing/processes.ts'

/** Where PostgreSQL's own user can write. */
const PLACE = '/var/tmp'
const BIN = '/usr/lib/postgresql/15/bin'
const PROGRAMS = ['/usr/bin/patroni', '/usr/bin/etcd', '/usr/sbin/haproxy']
/** The shortest that Patroni takes: a primary that is silent for so long has lost its place. */
const TTL_S = 20
const START_MS_MAX = 90_000

type Node = { name: string; port: number; restPort: number; process: ChildProcess | undefined }

/**
 * Two PostgreSQL servers of which one is the primary and the other confirms every commit, watched by Patroni over etcd, with
 * HAProxy before them: what an operator would run. A machine that fails is a node whose every process is killed.
 */
export class PatroniPair {
  readonly #folder: string
  readonly #password = randomBytes(16).toString('hex')
  readonly #nodes: [Node, Node]
  readonly #etcdPort: number
  readonly #port: number
  readonly #others: ChildProcess[] = []

  private constructor(folder: string, ports: number[]) {
    this.#folder = folder
    const [etcd = 0, , haproxy = 0, rest1 = 0, rest2 = 0, port1 = 0, port2 = 0] = ports
    this.#etcdPort = etcd
    this.#port = haproxy
    this.#nodes = [
      { name: 'n1', port: port1, restPort: rest1, process: undefined },
      { name: 'n2', port: port2, restPort: rest2, process: undefined },
    ]
    this.#writeFiles(ports[1] ?? 0)
  }

  static async open(): Promise<PatroniPair> {
    const missing = PROGRAMS.filter((program) => !existsSync(program))
    if (missing.length > 0) throw new Error(`${missing.join(', ')} are missing: run dev/setup`)
    if (process.getuid?.() !== 0)
      throw new Error('run this campaign as root: it gives each server to the user postgres')
    const folder = mkdtempSync(join(PLACE, 'walkaround-pair-'))
    chmodSync(folder, 0o777)
    const pair = new PatroniPair(folder, await freePorts(7))
    try {
      await pair.#start()
      return pair
    } catch (error) {
      await pair.close()
      throw error
    }
  }

  /** Both roles of the service, through the proxy. */
  get urls() {
    const at = (role: string) => `postgresql://${role}:${this.#password}@127.0.0.1:${this.#port}/postgres`
    return { DATABASE_URL: at('walkaround_app'), DATABASE_OWNER_URL: at('walkaround_owner') }
  }

  /** Ends the whole machine of the primary at once. Returns its name. */
  async killPrimary(): Promise<string> {
    const primary = await this.#find('primary')
    if (!primary) throw new Error('there is no primary to kill')
    this.#kill(primary)
    return primary.name
  }

  /** The dead machine comes back, and follows the new primary. */
  async reviveDead(): Promise<void> {
    for (const node of this.#nodes) if (!node.process) this.#startNode(node)
  }

  /** A commit is safe against the next failure once the other one confirms it. */
  async waitForStandby(): Promise<void> {
    await this.#until('a synchronous standby', async () => {
      const roles = await Promise.all([this.#find('primary'), this.#find('sync')])
      return roles.every(Boolean)
    })
  }

  async close(): Promise<void> {
    for (const node of this.#nodes) this.#kill(node)
    for (const other of this.#others) killTree(other.pid ?? 0)
    await delay(500)
    rmSync(this.#folder, { recursive: true, force: true })
  }

  logTail(): string {
    const tail = (name: string) => {
      const file = join(this.#folder, `${name}.log`)
      return existsSync(file) ? `${name}: ${readFileSync(file, 'utf8').slice(-1_000)}` : `${name}: no log`
    }
    return ['n1', 'n2', 'etcd', 'haproxy'].map(tail).join('\n')
  }

  async #start(): Promise<void> {
    const client = `http://127.0.0.1:${this.#etcdPort}`
    const etcd = ['--name', 'e', '--data-dir', join(this.#folder, 'etcd')]
    const listen = ['--listen-client-urls', client, '--advertise-client-urls', client]
    const peer = readFileSync(join(this.#folder, 'peer'), 'utf8')
    this.#others.push(this.#spawn('etcd', ['etcd', ...etcd, ...listen, '--listen-peer-urls', peer]))
    const [first, second] = this.#nodes
    this.#startNode(first)
    await this.#until('the first primary', async () => (await this.#find('primary')) === first)
    this.#startNode(second)
    this.#others.push(this.#spawn('haproxy', ['haproxy', '-f', join(this.#folder, 'haproxy.cfg')]))
    await this.waitForStandby()
    await this.#createRoles()
  }

  async #createRoles(): Promise<void> {
    const client = new pg.Client({
      connectionString: `postgresql://postgres:${this.#password}@127.0.0.1:${this.#port}/postgres`,
    })
    await this.#until('the proxy', async () => client.connect().then(() => true))
    await client.query(`create role walkaround_owner login createdb password '${this.#password}'`)
    await client.query(
      `create role walkaround_app login nosuperuser nobypassrls password '${this.#password}'`,
    )
    await client.query('grant pg_signal_backend to walkaround_owner')
    await client.end()
  }

  async #find(role: 'primary' | 'sync'): Promise<Node | undefined> {
    const found = await Promise.all(
      this.#nodes.map(async (node) => {
        if (!node.process) return undefined
        const url = `http://127.0.0.1:${node.restPort}/${role}`
        const answer = await fetch(url, { signal: AbortSignal.timeout(1_000) }).catch(() => null)
        await answer?.body?.cancel()
        return answer?.status === 200 ? node : undefined
      }),
    )
    return found.find((node) => node !== undefined)
  }

  #startNode(node: Node): void {
    node.process = this.#spawn(node.name, ['patroni', join(this.#folder, `${node.name}.yml`)])
  }

  #kill(node: Node): void {
    if (!node.process) return
    // Patroni first, or it would start PostgreSQL again.
    killTree(node.process.pid ?? 0)
    const data = join(this.#folder, node.name)
    const pidFile = join(data, 'postmaster.pid')
    const postmaster = existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8').split('\n', 1)[0]) : 0
    // A server that was killed leaves its number behind, which may be somebody else's by now.
    if (commandLineOf(postmaster).includes(data)) killTree(postmaster)
    node.process = undefined
  }

  #spawn(name: string, words: string[]): ChildProcess {
    const log = openSync(join(this.#folder, `${name}.log`), 'a')
    return spawn('setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', ...words], {
      cwd: this.#folder,
      env: { PATH: '/usr/bin:/usr/sbin:/bin', HOME: this.#folder },
      stdio: ['ignore', log, log],
    })
  }

  async #until(what: string, look: () => Promise<boolean>): Promise<void> {
    const untilMs = performance.now() + START_MS_MAX
    while (performance.now() < untilMs) {
      if (await look().catch(() => false)) return
      await delay(200)
    }
    throw new Error(`waited ${START_MS_MAX} ms in vain for ${what}\n${this.logTail()}`)
  }

  #writeFiles(peerPort: number): void {
    writeFileSync(join(this.#folder, 'peer'), `http://127.0.0.1:${peerPort}`)
    for (const node of this.#nodes) {
      mkdirSync(join(this.#folder, `run-${node.name}`), { mode: 0o777 })
      chmodSync(join(this.#folder, `run-${node.name}`), 0o777)
      writeFileSync(join(this.#folder, `${node.name}.yml`), JSON.stringify(this.#configurationOf(node)))
    }
    writeFileSync(join(this.#folder, 'haproxy.cfg'), this.#proxyConfiguration())
  }

  /** JSON is YAML. */
  #configurationOf({ name, port, restPort }: Node) {
    const listen = (number: number) => ({
      listen: `127.0.0.1:${number}`,
      connect_address: `127.0.0.1:${number}`,
    })
    const dcs = {
      ttl: TTL_S,
      loop_wait: 2,
      retry_timeout: 5,
      synchronous_mode: true,
      postgresql: {
        use_pg_rewind: true,
        remove_data_directory_on_rewind_failure: true,
        parameters: { max_connections: 120, wal_keep_size: '512MB' },
      },
    }
    const all = ['host all all 127.0.0.1/32 md5', 'host replication all 127.0.0.1/32 md5']
    const user = (username: string) => ({ username, password: this.#password })
    return {
      scope: 'walkaround',
      name,
      restapi: listen(restPort),
      etcd3: { hosts: `127.0.0.1:${this.#etcdPort}` },
      bootstrap: {
        dcs,
        initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
        pg_hba: all,
      },
      postgresql: {
        ...listen(port),
        data_dir: join(this.#folder, name),
        bin_dir: BIN,
        authentication: { superuser: user('postgres'), replication: user('replicator') },
        parameters: { unix_socket_directories: join(this.#folder, `run-${name}`) },
      },
    }
  }

  #proxyConfiguration(): string {
    const servers = this.#nodes.map(
      ({ name, port, restPort }) => ` server ${name} 127.0.0.1:${port} check port ${restPort}`,
    )
    return [
      'defaults',
      ' mode tcp',
      ' timeout connect 2s',
      ' timeout client 10m',
      ' timeout server 10m',
      'frontend database',
      ` bind 127.0.0.1:${this.#port}`,
      ' default_backend primary',
      'backend primary',
      ' option httpchk GET /primary',
      ' default-server inter 500 fall 2 rise 1 on-marked-down shutdown-sessions',
      ...servers,
      '',
    ].join('\n')
  }
}

function commandLineOf(pid: number): string {
  const file = `/proc/${pid}/cmdline`
  return pid > 0 && existsSync(file) ? readFileSync(file, 'utf8') : ''
}

function killTree(pid: number): void {
  if (commandLineOf(pid) === '') return
  for (const each of [pid, ...childrenOf(pid)]) {
    try {
      process.kill(each, 'SIGKILL')
    } catch {
      // It has ended already.
    }
  }
}
