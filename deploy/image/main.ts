import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildImage } from './build.ts'
import { repository } from './contents.ts'
import { updateLock } from './debian.ts'

// `pnpm image`: builds the container image of this checkout. Layers that have not changed come from .tools/image.
const { values } = parseArgs({
  options: {
    output: { type: 'string', default: 'dist/walkaround-image.tar' },
    'no-cache': { type: 'boolean', default: false },
    'update-base': { type: 'boolean', default: false },
  },
})
const cache = join(repository, '.tools/image')
if (values['update-base']) {
  mkdirSync(join(cache, 'debian'), { recursive: true })
  updateLock(join(cache, 'debian'))
}
const startedMs = performance.now()
const image = await buildImage(resolve(values.output), { cache: values['no-cache'] ? undefined : cache })
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
const sum = (pick: (layer: (typeof image.layers)[number]) => number) =>
  image.layers.reduce((total, layer) => total + pick(layer), 0)
console.log(`file      ${image.file}
name      ${image.name}
revision  ${image.revision}
digest    ${image.digest}
size      ${megabytes(sum(({ unpackedBytes }) => unpackedBytes))}, compressed ${megabytes(sum(({ bytes }) => bytes))}
built in  ${((performance.now() - startedMs) / 1000).toFixed(1)} s`)
if (!image.isReproducible)
  console.log(
    'Not reproducible: the work tree has changes, or Debian has replaced a locked package (--update-base).',
  )
