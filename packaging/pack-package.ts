import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** Packs a package of the workspace. One at a time: packing builds its `dist` anew, and tests run beside each other. */
export function packPackage(name: string, destination: string, env = process.env): void {
  const pack = ['pnpm', 'pack', '--pack-destination', destination]
  execFileSync('flock', [join(root, 'node_modules'), ...pack], { cwd: join(root, name), env, stdio: 'pipe' })
}
