import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const sdk = import.meta.dirname
const dist = join(sdk, 'dist')
const compiler = join(createRequire(import.meta.url).resolve('typescript/package.json'), '../bin/tsc')

/** JavaScript and declarations for browsers and Node 20, which cannot read TypeScript by itself. */
rmSync(dist, { recursive: true, force: true })
execFileSync(process.execPath, [compiler, '-p', join(sdk, 'tsconfig.build.json')], { stdio: 'inherit' })
// The compiler rewrites the imports of the code and leaves those of the declarations to each reader.
for (const file of readdirSync(dist).filter((name) => name.endsWith('.d.ts'))) {
  const text = readFileSync(join(dist, file), 'utf8')
  writeFileSync(join(dist, file), text.replaceAll(/((?:from |import\()['"]\.\/[\w-]+)\.ts(?=['"])/g, '$1.js'))
}
