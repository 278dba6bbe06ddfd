import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { exportInspection, exportVehicle } from '@walkaround/sdk'
import { importInspection } from '../archive/import-inspection.ts'
import { openArchive } from '../archive/read-archive.ts'
import type { Command, Run } from '../command.ts'
import { Failure } from '../exit-codes.ts'

const exportCommand: Command = {
  name: 'export',
  summary: 'Save everything about an inspection or a vehicle as one tar file',
  args: ['[INSPECTION]'],
  options: {
    vin: { value: 'VIN', means: 'all inspections with this VIN' },
    plate: { value: 'PLATE', means: 'all inspections with this plate' },
    out: { value: 'FILE', means: 'where to save it; default inspection-ID.tar or vehicle.tar' },
  },
  run: async (run) => {
    const { terminal, isJson, signal, text } = run
    const [id] = run.rest(0)
    const file = text('out') ?? (id ? `inspection-${id}.tar` : 'vehicle.tar')
    const archive = await download(run, id)
    try {
      // An existing file stays: it may be the only copy of what was erased since.
      await pipeline(Readable.fromWeb(archive), createWriteStream(file, { flags: 'wx', mode: 0o600 }), {
        signal,
      })
    } catch (error) {
      if (isExisting(error)) throw new Failure('usage', `${file} exists.`, 'Name another file with --out.')
      await rm(file, { force: true })
      signal.throwIfAborted()
      throw new Failure('unreachable', 'The export was cut off.', 'Try again.')
    }
    await using opened = await openArchive(file)
    const { manifest } = opened
    if (isJson) return void terminal.json({ file, ...manifest })
    terminal.print(file)
    terminal.note(
      `${manifest.inspection_ids.length} inspection(s), ${manifest.files.length} file(s), all digests correct.`,
    )
    for (const name of manifest.missing) terminal.note(`Missing in the object store: ${name}`)
    return undefined
  },
}

function download({ client, text, signal }: Run, id: string | undefined) {
  const [vin, plate] = [text('vin'), text('plate')]
  if ([id, vin, plate].filter((value) => value !== undefined).length !== 1)
    throw new Failure('usage', 'Give an inspection, --vin or --plate.')
  if (id !== undefined) return exportInspection(client(), id, { signal })
  return exportVehicle(client(), vin === undefined ? { plate: plate ?? '' } : { vin }, { signal })
}

const isExisting = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EEXIST'

const importCommand: Command = {
  name: 'import',
  summary: 'Make new inspections of an exported tar file, after checking its digests',
  args: ['FILE'],
  run: async ({ client, arg, terminal, isJson, signal }) => {
    await using archive = await openArchive(arg(0))
    const service = client()
    const made = new Map<string, string>()
    for (const id of archive.manifest.inspection_ids) {
      const { inspectionId, leftOut } = await importInspection(
        { client: service, terminal, signal },
        archive,
        id,
        made,
      )
      made.set(id, inspectionId)
      if (!isJson) terminal.print(inspectionId)
      for (const line of leftOut) terminal.note(`  not imported: ${line}`)
    }
    if (isJson) terminal.json(Object.fromEntries(made))
    return undefined
  },
}

export const EXPORTS: readonly Command[] = [exportCommand, importCommand]
