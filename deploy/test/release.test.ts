import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readVersion } from '../image/build.ts'
import { readRepositoryFile, repository } from '../image/contents.ts'
import { listLicences, makeBom } from '../release/bill-of-materials.ts'
import {
  findFaults,
  findNotes,
  makeProvenance,
  makeReleaseNotes,
  signRelease,
  writeChecksums,
} from '../release/statements.ts'

const folder = mkdtempSync(join(tmpdir(), 'walkaround-release-test-'))
const keys = mkdtempSync(join(tmpdir(), 'walkaround-release-keys-'))
afterAll(() => {
  for (const dir of [folder, keys]) rmSync(dir, { recursive: true })
})

const image = {
  name: 'localhost/walkaround:0.1.0',
  version: '0.1.0',
  epochS: 1_794_900_000,
  digest: `sha256:${'a'.repeat(64)}`,
  revision: 'b'.repeat(40),
  debian: [{ name: 'libc6', version: '2.36-9+deb12u14', sha256: 'c'.repeat(64) }],
}
const makeKey = (name: string) => {
  const key = join(keys, name)
  execFileSync('openssl', ['genpkey', '-algorithm', 'ed25519', '-out', key])
  execFileSync('openssl', ['pkey', '-in', key, '-pubout', '-out', `${key}.pub`])
  return key
}

it('the bill of materials lists what is in the image, each with its licence, and is the same twice', () => {
  const bom = makeBom(image)
  const names = bom.components.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['fastify', 'sharp', 'oauth4webapi', 'node', 'libc6']))
  expect(names).not.toEqual(expect.arrayContaining(['vitest']))
  expect(new Set(bom.components.map(({ purl }) => purl)).size).toBe(names.length)
  expect(bom.components.filter(({ licenses, purl }) => !licenses && !purl.startsWith('pkg:deb/'))).toEqual([])
  expect(makeBom(image)).toEqual(bom)
  const licences = listLicences(bom)
  expect(licences).toContain('libc6 2.36-9+deb12u14: see /usr/share/doc/libc6/copyright in the image')
  expect(licences).toMatch(/\nfastify \S+: MIT\n+MIT License/)
})

it('the release notes are what CHANGELOG.md says about the version that is released', () => {
  const notes = findNotes(String(readRepositoryFile('CHANGELOG.md')), readVersion())
  expect(makeReleaseNotes(notes, readVersion(), image.epochS)).toMatch(
    /^# Walkaround \d+\.\d+\.\d+ \(2026-11-17\)\n\n(### |- )/,
  )
  const changelog =
    '# Changelog\n\n## 0.10.0 (unreleased)\n\n- Third\n\n## 0.1.1\n\n### Fixed\n\n- Second\n\n## 0.1.0\n\n- First\n'
  expect(findNotes(changelog, '0.1.1')).toBe('### Fixed\n\n- Second')
  expect(findNotes(changelog, '0.1.0')).toBe('- First')
  expect(findNotes(changelog, '0.2.0')).toBe('')
})

it('pnpm changelog drafts what people notice of the commits since the last tag, above what is written', () => {
  const place = mkdtempSync(join(tmpdir(), 'walkaround-changelog-'))
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], { cwd: place })
  const written =
    '# Changelog\n\nWhat changed for people who use or operate Walkaround, newest version first.\n'
  const first = '\n## 0.1.0\n\n- First\n'
  writeFileSync(join(place, 'CHANGELOG.md'), written + first)
  git('init', '--quiet')
  git('commit', '--quiet', '--allow-empty', '--message', 'feat: what has been released')
  git('tag', 'v0.1.0')
  for (const subject of [
    'fix(images): keep the reason',
    'feat(prove): add a campaign',
    'feat: take AVIF pictures',
    'docs: say more',
    'refactor(http)!: answer 410 for deleted inspections',
    'perf(reports): lay out in half the time',
  ])
    git('commit', '--quiet', '--allow-empty', '--message', subject)
  const { scripts } = JSON.parse(String(readRepositoryFile('package.json')))
  const [program = '', ...args] = scripts.changelog
    .replace('deploy/', `${repository}/deploy/`)
    .concat(' --tag v0.2.0')
    .split(' ')
  execFileSync(join(repository, 'node_modules/.bin', program), args, { cwd: place, stdio: 'ignore' })
  expect(readFileSync(join(place, 'CHANGELOG.md'), 'utf8')).toBe(`${written}
## 0.2.0 (unreleased)

### Breaking

- http: Answer 410 for deleted inspections

### New

- Take AVIF pictures

### Fixed

- images: Keep the reason

### Faster

- reports: Lay out in half the time
${first}`)
  rmSync(place, { recursive: true })
})

it('a release is verified with its key, also with OpenSSL, and not when something was changed', async () => {
  const key = makeKey('ours')
  writeFileSync(join(folder, 'walkaround.tgz'), 'an archive')
  const provenance = await makeProvenance(folder, image)
  expect(provenance.subject.map(({ name }) => name)).toEqual([image.name, 'walkaround.tgz'])
  writeFileSync(join(folder, 'provenance.json'), JSON.stringify(provenance))
  await writeChecksums(folder)
  expect(await findFaults(folder, `${key}.pub`)).toEqual(['the release is not signed'])
  signRelease(folder, key)
  expect(await findFaults(folder, `${key}.pub`)).toEqual([])
  const openssl = ['pkeyutl', '-verify', '-pubin', '-inkey', `${key}.pub`, '-rawin', '-in', 'SHA256SUMS']
  execFileSync('openssl', [...openssl, '-sigfile', 'SHA256SUMS.sig'], { cwd: folder })
  execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: folder })

  expect(await findFaults(folder, `${makeKey('theirs')}.pub`)).toEqual(['the signature is not by this key'])
  writeFileSync(join(folder, 'walkaround.tgz'), 'another archive')
  writeFileSync(join(folder, 'extra.tgz'), '')
  rmSync(join(folder, 'provenance.json'))
  expect(await findFaults(folder, `${key}.pub`)).toEqual([
    'extra.tgz is not in the release',
    'provenance.json is missing',
    'walkaround.tgz was changed',
  ])
  writeFileSync(join(folder, 'SHA256SUMS'), `${readFileSync(join(folder, 'SHA256SUMS'))}\n`)
  expect(await findFaults(folder, `${key}.pub`)).toEqual(['the signature is not by this key'])
})
