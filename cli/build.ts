import { chmodSync, copyFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { compilePackage } from '../packaging/compile-package.ts'

const cli = import.meta.dirname
const dist = join(cli, 'dist')
const readManifest = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** The package as it is published. It brings what it needs from others, so that it installs without a network. */
const BUNDLED = 'oauth4webapi'

compilePackage(cli)
chmodSync(join(dist, 'src/main.js'), 0o755)
const bundled = join(dirname(createRequire(import.meta.url).resolve(BUNDLED)), '..')
for (const name of ['package.json', 'LICENSE.md', 'build/index.js'])
  cpSync(join(bundled, name), join(dist, 'node_modules', BUNDLED, name))
for (const name of ['README.md', '../LICENSE'])
  copyFileSync(join(cli, name), join(dist, name.replace('../', '')))

const { private: _private, scripts: _scripts, publishConfig, dependencies, ...manifest } = readManifest(cli)
const versions = Object.entries<string>(dependencies).map(([name, version]) => [
  name,
  version === 'workspace:*'
    ? readManifest(join(cli, '..', name.replace('@walkaround/', ''))).version
    : version,
])
writeFileSync(
  join(dist, 'package.json'),
  JSON.stringify(
    {
      ...manifest,
      bin: { walkaround: './src/main.js' },
      dependencies: Object.fromEntries(versions),
      bundleDependencies: [BUNDLED],
      publishConfig: { access: publishConfig.access },
    },
    null,
    2,
  ),
)
