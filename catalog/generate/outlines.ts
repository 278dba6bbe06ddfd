import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { isMainThread, Worker, workerData } from 'node:worker_threads'
import { drawOutlines, OUTLINE_AZIMUTHS, outlineFileName } from '../src/outlines/outline.ts'
import { VEHICLE_TYPES, type VehicleType } from '../src/vehicle-types.ts'

/** One file per vehicle type and place around it. Not kept in the repository. */
const OUTLINES_FOLDER = join(import.meta.dirname, '../outlines')
const SOURCES = join(import.meta.dirname, '../src')
const STAMP = join(OUTLINES_FOLDER, 'sources.sha256')

/** Writes all outlines, unless those in the folder were drawn by the same code. */
async function generateOutlines(): Promise<void> {
  const stamp = hashSources()
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stamp) return
  rmSync(OUTLINES_FOLDER, { recursive: true, force: true })
  mkdirSync(OUTLINES_FOLDER, { recursive: true })
  const count = availableParallelism()
  const shares = Array.from({ length: count }, (_, n) => VEHICLE_TYPES.filter((_, at) => at % count === n))
  await Promise.all(shares.map(drawInWorker))
  writeFileSync(STAMP, stamp)
}

function hashSources(): string {
  const drawing = readdirSync(join(SOURCES, 'outlines')).map((file) => join('outlines', file))
  const files = [
    'capture-steps.ts',
    'vehicle-types.ts',
    ...drawing.filter((file) => !file.endsWith('.test.ts')),
  ]
  const hash = createHash('sha256')
  for (const file of files.toSorted()) hash.update(readFileSync(join(SOURCES, file)))
  return hash.digest('hex')
}

function drawInWorker(types: readonly VehicleType[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: types })
    worker.once('error', reject)
    worker.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`Drawing ${types.join(', ')} ended with ${code}`)),
    )
  })
}

function writeOutlines(types: readonly VehicleType[]): void {
  for (const type of types)
    for (const [azimuth, svg] of drawOutlines(type, OUTLINE_AZIMUTHS))
      writeFileSync(join(OUTLINES_FOLDER, outlineFileName(type, azimuth)), svg)
}

/** Into the folder of an app that is built, without the stamp. */
function copyOutlines(destination: string): void {
  cpSync(OUTLINES_FOLDER, destination, { recursive: true, filter: (file) => file !== STAMP })
}

if (!isMainThread) writeOutlines(workerData)
else {
  await generateOutlines()
  const [destination] = process.argv.slice(2)
  if (destination) copyOutlines(destination)
}
