import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const units = join(root, 'deploy/systemd')
const names = readdirSync(units)
const textOf = (name: string) => readFileSync(join(units, name), 'utf8')
const HARDENING = /\n# What the process may not do\.[\s\S]+?(?=\n\n|$(?![\s\S]))/
/** Of 100: a service that may do everything has 96, one without a network or a program 0. */
const EXPOSURE_MAX = 15

const folder = mkdtempSync(join(tmpdir(), 'walkaround-units-'))
afterAll(() => rmSync(folder, { recursive: true }))

const hasAnalyze = spawnSync('systemd-analyze', ['--version']).status === 0
if (!hasAnalyze) console.warn('NOT TESTED: how exposed the units are needs systemd-analyze')

const analyze = (file: string) =>
  spawnSync('systemd-analyze', ['security', '--offline=true', `--threshold=${EXPOSURE_MAX}`, file])

describe('the systemd units', () => {
  it('are one for each process, and start a program that exists', () => {
    expect(names.toSorted()).toEqual(
      ['api', 'migrate', 'model-server', 'worker'].map((name) => `walkaround-${name}.service`),
    )
    for (const name of names) {
      const [, program = ''] = /^ExecStart=\/usr\/bin\/node (\S+)$/m.exec(textOf(name)) ?? []
      expect(existsSync(join(root, program)), `${name}: ${program}`).toBe(true)
    }
  })

  it('forbid the same, all of them', () => {
    const [first, ...others] = names.map((name) => HARDENING.exec(textOf(name))?.[0].trim())
    for (const directive of [
      'NoNewPrivileges=yes',
      'CapabilityBoundingSet=',
      'ProtectSystem=strict',
      'PrivateDevices=yes',
      'RestrictNamespaces=yes',
      'SystemCallFilter=@system-service',
    ])
      expect(first?.split('\n')).toContain(directive)
    for (const other of others) expect(other).toBe(first)
  })

  it('keep the role that owns the tables for migrate', () => {
    for (const name of ['walkaround-api.service', 'walkaround-worker.service'])
      expect(textOf(name)).toMatch(/^UnsetEnvironment=DATABASE_OWNER_URL$/m)
    expect(textOf('walkaround-migrate.service')).toMatch(/^EnvironmentFile=\/etc\/walkaround-migrate\.env$/m)
  })

  it.skipIf(!hasAnalyze).each(names)(
    '%s is little exposed, and has no word that systemd does not know',
    (name) => {
      const { status, stdout, stderr } = analyze(join(units, name))
      expect(status, `${stdout}${stderr}`).toBe(0)
      const verified = spawnSync('systemd-analyze', ['verify', '--man=no', join(units, name)])
      expect(String(verified.stderr)).not.toMatch(/unknown|failed to parse|invalid|ignoring/i)
    },
  )

  it.skipIf(!hasAnalyze)('are found too exposed without what they forbid', () => {
    const file = join(folder, 'walkaround-open.service')
    writeFileSync(file, textOf('walkaround-api.service').replace(HARDENING, ''))
    expect(analyze(file).status).not.toBe(0)
  })
})
