import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
/** Two workspaces: the project, and the published clients it is tested with. */
const workspaces = ['.', 'conformance']
const lockfiles = workspaces.map((folder) => read(join(folder, 'pnpm-lock.yaml')))
const manifests = workspaces.flatMap((folder) =>
  ['.', ...packagesOf(folder)].map((name) => join(folder, name, 'package.json')),
)

function packagesOf(folder: string): string[] {
  const [, list = ''] = /^packages:\n((?: {2}- .+\n)+)/m.exec(read(join(folder, 'pnpm-workspace.yaml'))) ?? []
  return [...list.matchAll(/- (.+)/g)].map(([, name = '']) => name)
}

describe('dependencies', () => {
  it('are those of every package of both workspaces', () => {
    expect(manifests).toEqual(expect.arrayContaining(globSync('*/package.json', { cwd: root })))
    expect(manifests).toContain('conformance/generation-5/package.json')
  })

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
    for (const folder of workspaces) {
      const settings = read(join(folder, 'pnpm-workspace.yaml'))
      expect(settings).toMatch(/^allowBuilds: \{\}$/m)
      expect(settings).toMatch(/^engineStrict: true$/m)
    }
  })
})
