import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const lockfiles = [read('pnpm-lock.yaml'), read('conformance/pnpm-lock.yaml')]
const settings = read('pnpm-workspace.yaml')
const manifests = [
  '.',
  'server',
  'dev',
  'e2e',
  'sdk',
  'catalog',
  'cli',
  'conformance/generation-4',
  'conformance/generation-5',
].map((folder) => `${folder}/package.json`)

describe('dependencies', () => {
  it('are named by exact version', () => {
    const loose = manifests.flatMap((file) => {
      const { dependencies = {}, devDependencies = {} } = JSON.parse(read(file))
      return Object.entries({ ...dependencies, ...devDependencies }).filter(
        ([, version]) => !/^(\d+\.\d+\.\d+|workspace:\*)$/.test(String(version)),
      )
    })
    expect(loose).toEqual([])
  })

  it('are locked with a digest each and without download addresses', () => {
    for (const lockfile of lockfiles) {
      const [, packages = ''] = lockfile.split('\npackages:\n')
      const [entries = ''] = packages.split('\nsnapshots:\n')
      const count = entries.match(/^ {2}\S.*:$/gm)?.length ?? 0
      const digests = entries.match(/integrity: sha512-/g)?.length ?? 0
      expect(count).toBeGreaterThan(50)
      expect(digests).toBe(count)
      expect(lockfile).not.toMatch(/tarball:|https?:\/\/|git\+|codeload/)
    }
  })

  it('run no code at install time', () => {
    expect(settings).toMatch(/^allowBuilds: \{\}$/m)
    expect(settings).toMatch(/^engineStrict: true$/m)
  })
})
