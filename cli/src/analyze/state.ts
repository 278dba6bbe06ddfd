import { randomUUID } from 'node:crypto'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '../exit-codes.ts'

/** How far `analyze` has come. Lies in the folder of the pictures until all is done. */
export type State = {
  url: string
  /** Names the writes, so that those whose answer was lost are not done again. */
  key: string
  tasks: string[]
  inspection_id?: string
  /** By file name: what it was when it was uploaded. */
  uploaded: Record<string, { image_id: string; size_bytes: number; modified_ms: number }>
}

const STATE_NAME = '.walkaround.json'

export function readState(dir: string): State | undefined {
  let text: string
  try {
    text = readFileSync(join(dir, STATE_NAME), 'utf8')
  } catch {
    // Nothing was begun here.
    return undefined
  }
  try {
    const state: Partial<State> = JSON.parse(text)
    const { url, key, tasks, uploaded, inspection_id } = state
    if (!url || !key || !tasks || !uploaded) throw new Error('a field is missing')
    return { url, key, tasks, uploaded, ...(inspection_id ? { inspection_id } : {}) }
  } catch (cause) {
    throw new Failure('failed', `${join(dir, STATE_NAME)} cannot be read: ${cause}`, 'Start over with --new.')
  }
}

export const newState = (url: string, tasks: string[]): State => ({
  url,
  key: randomUUID(),
  tasks,
  uploaded: {},
})

/** All of it or nothing: Ctrl-C may come at any moment. */
export function writeState(dir: string, state: State): void {
  const file = join(dir, STATE_NAME)
  try {
    writeFileSync(`${file}.new`, `${JSON.stringify(state, null, 2)}\n`)
    renameSync(`${file}.new`, file)
  } catch (cause) {
    throw new Failure(
      'failed',
      `${file} cannot be written: ${cause}`,
      'Copy the pictures to a folder you can write to.',
    )
  }
}

export function deleteState(dir: string): void {
  rmSync(join(dir, STATE_NAME), { force: true })
}
