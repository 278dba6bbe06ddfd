import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const compiler = join(createRequire(import.meta.url).resolve('typescript/package.json'), '../bin/tsc')

/** Writes a package's `dist` anew: JavaScript for readers of packages, who cannot read TypeScript, and declarations. */
export function compilePackage(folder: string): void {
  const dist = join(folder, 'dist')
  rmSync(dist, { recursive: true, force: true })
  execFileSync(process.execPath, [compiler, '-p', join(folder, 'tsconfig.build.json')], { stdio: 'inherit' })
  // The compiler rewrites the imports of the code and leaves those of the declarations to each reader.
  for (const file of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.d.ts')) continue
    const text = readFileSync(join(dist, file), 'utf8')
    writeFileSync(
      join(dist, file),
      text.replaceAll(/((?:from |import\()['"]\.{1,2}\/[\w./-]+)\.ts(?=['"])/g, '$1.js'),
    )
  }
}
