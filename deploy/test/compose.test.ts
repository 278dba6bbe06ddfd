import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { PERMISSIONS } from '../../server/src/core/contracts/permissions.ts'
import { readConfig } from '../../server/src/core/platform/config.ts'
import { repository } from '../image/contents.ts'
import type { Manifest } from './kustomize.ts'

const folder = mkdtempSync(join(tmpdir(), 'walkaround-compose-'))
const deploy = join(folder, 'deploy')
const answer = (password: string) =>
  spawnSync(join(deploy, 'compose/setup'), ['inspections.example.com'], {
    input: `${password}\n`,
    encoding: 'utf8',
  })
const readEnv = (name: string) => parseEnv(readFileSync(join(deploy, name), 'utf8'))

beforeAll(() => {
  for (const name of ['compose', 'compose.yaml'])
    cpSync(join(repository, 'deploy', name), join(deploy, name), {
      recursive: true,
      filter: (file) => !file.endsWith('.env'),
    })
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('setup', () => {
  it('refuses a password that is short or breaks the files, and writes nothing', () => {
    for (const password of ['short', "it's a long password", 'a $HOME of passwords'])
      expect(answer(password).status, password).toBe(1)
    expect(readdirSync(join(deploy, 'compose')).filter((name) => name.endsWith('.env'))).toEqual([])
  })

  it('asks for a name and a password, and writes settings that the service accepts', () => {
    const { status, stderr } = answer('correct horse battery')
    expect(status, stderr).toBe(0)
    const settings = { ...readEnv('compose/settings.env') }
    expect(readConfig(settings).PUBLIC_URL).toBe('https://inspections.example.com')
    expect(settings).not.toHaveProperty('DATABASE_OWNER_URL')
    expect(readConfig({ ...settings, ...readEnv('compose/owner.env') }).DATABASE_OWNER_URL).toBeDefined()
    const files = readdirSync(join(deploy, 'compose')).filter((name) => name.endsWith('.env'))
    for (const name of files) expect(statSync(join(deploy, 'compose', name)).mode & 0o077, name).toBe(0)
  })

  it('gives each program the secrets that belong together, and no two the same', () => {
    const { DATABASE_URL = '', S3_SECRET_ACCESS_KEY } = readEnv('compose/settings.env')
    const database = readEnv('compose/database.env')
    expect(new URL(DATABASE_URL).password).toBe(database.APP_PASSWORD)
    expect(readEnv('compose/store.env').ROOT_SECRET_KEY).toBe(S3_SECRET_ACCESS_KEY)
    expect(readEnv('compose/issuer.env').KC_DB_PASSWORD).toBe(database.ISSUER_PASSWORD)
    const secrets = ['OWNER_PASSWORD', 'APP_PASSWORD', 'ISSUER_PASSWORD', 'POSTGRES_PASSWORD'].map(
      (name) => database[name],
    )
    expect(new Set([...secrets, S3_SECRET_ACCESS_KEY]).size).toBe(5)
  })

  it('never writes over the settings of an installation', () => {
    expect(answer('correct horse battery').status).toBe(1)
  })
})

describe('compose.yaml', () => {
  const { services, volumes }: Manifest = parse(
    readFileSync(join(repository, 'deploy/compose.yaml'), 'utf8'),
    { merge: true },
  )
  const own: Manifest[] = Object.values(services).filter((one: Manifest) => one.image.includes('walkaround'))

  it('names only files, services and volumes that exist', () => {
    const known = [...Object.keys(volumes)]
    for (const service of Object.values<Manifest>(services)) {
      for (const other of service.depends_on ?? []) expect(Object.keys(services)).toContain(other)
      for (const file of service.env_file ?? []) expect(statSync(join(deploy, file)).isFile()).toBe(true)
      for (const volume of service.volumes ?? []) {
        const [source = ''] = volume.split(':')
        if (source === './backups') continue
        if (source.startsWith('.')) expect(statSync(join(deploy, source)).isFile()).toBe(true)
        else expect(known).toContain(source)
      }
    }
  })

  it('runs every process of the service, without rights', () => {
    expect(own.map(({ command }) => command[0]).toSorted()).toEqual([
      'api',
      'create-bucket',
      'migrate',
      'worker',
    ])
    for (const service of own)
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        stop_grace_period: '40s',
      })
  })

  it('opens ports only at the proxy', () => {
    const open = Object.entries<Manifest>(services).filter(([, { ports }]) => ports)
    expect(open.map(([name]) => name)).toEqual(['proxy'])
  })

  it('keeps the owner of the tables for migrate', () => {
    const holders = Object.entries<Manifest>(services).filter(([, { env_file = [] }]) =>
      env_file.includes('compose/owner.env'),
    )
    expect(holders.map(([name]) => name)).toEqual(['migrate'])
  })
})

describe('realm.json', () => {
  const realm = JSON.parse(readFileSync(join(repository, 'deploy/compose/realm.json'), 'utf8'))

  it('gives the first user every permission but those of the operator', () => {
    const wanted = Object.keys(PERMISSIONS).filter((name) => !name.includes(':quotas:'))
    expect(realm.roles.realm.map(({ name }: Manifest) => name)).toEqual(wanted)
    expect(realm.users[0].realmRoles).toEqual([...wanted, 'default-roles-walkaround'])
  })

  it('has the clients, audience and organization that the settings name', () => {
    const { CONSOLE_CLIENT_ID, CLI_CLIENT_ID, OIDC_AUDIENCE, OIDC_ORGANIZATION_CLAIM } =
      readEnv('compose/settings.env')
    expect(realm.clients.map(({ clientId }: Manifest) => clientId)).toEqual([
      CONSOLE_CLIENT_ID,
      CLI_CLIENT_ID,
    ])
    for (const { protocolMappers } of realm.clients) {
      const [audience, organization] = protocolMappers.map(({ config }: Manifest) => config)
      const named = audience['included.custom.audience'].replace(/\$\{DOMAIN\}/, 'inspections.example.com')
      expect(named).toBe(OIDC_AUDIENCE)
      expect(organization['claim.name']).toBe(OIDC_ORGANIZATION_CLAIM)
    }
  })
})
