import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packPackage } from '../../packaging/pack-package.ts'

const sdk = join(import.meta.dirname, '..')

/** The SDK as somebody gets it who installs it: packed, which builds it, and unpacked in a folder of its own. */
export function packSdk() {
  const folder = mkdtempSync(join(tmpdir(), 'walkaround-sdk-'))
  packPackage('sdk', folder)
  const [archive = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
  const installed = join(folder, 'node_modules/@walkaround/sdk')
  mkdirSync(installed, { recursive: true })
  execFileSync('tar', ['-xzf', join(folder, archive), '-C', installed, '--strip-components=1'])
  cpSync(join(sdk, 'test/journey.js'), join(folder, 'journey.mjs'))
  return { folder, installed, remove: () => rmSync(folder, { recursive: true }) }
}
