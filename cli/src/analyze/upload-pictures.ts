import { type Client, uploadImage, WalkaroundError } from '@walkaround/sdk'
import type { Terminal } from '../terminal.ts'
import { bar, megabytes } from './bar.ts'
import { isUploaded, type Picture } from './pictures.ts'
import { type State, writeState } from './state.ts'

/** A slow line is filled by this many, and a fast service not overrun. */
const AT_ONCE = 3
/** These are about the caller or the inspection, not about the picture. */
const NOT_THE_PICTURE = [401, 403, 404, 429]

export type Refused = { name: string; reason: string }

/** Sends what is not there yet, and writes down each one that is. Answers the pictures that the service does not take. */
export async function uploadPictures(
  { client, terminal, signal }: { client: Client; terminal: Terminal; signal: AbortSignal },
  dir: string,
  state: State,
  pictures: readonly Picture[],
  imageTasks: readonly string[],
): Promise<Refused[]> {
  const inspectionId = state.inspection_id ?? ''
  const totalBytes = pictures.reduce((sum, { size_bytes }) => sum + size_bytes, 0)
  const waiting = pictures.filter((picture) => !isUploaded(state, picture))
  const skipped = pictures.length - waiting.length
  if (skipped > 0) terminal.note(`${skipped} of ${pictures.length} pictures already uploaded`)
  const sent = new Map(
    pictures.filter((picture) => isUploaded(state, picture)).map((p) => [p.name, p.size_bytes]),
  )
  const refused: Refused[] = []
  let done = skipped

  const draw = () => {
    const bytes = [...sent.values()].reduce((sum, size) => sum + size, 0)
    const figures = `${done} of ${pictures.length} pictures, ${megabytes(bytes)} of ${megabytes(totalBytes)}`
    terminal.draw([`upload  ${bar(bytes / totalBytes)}  ${figures}`])
  }

  async function send(picture: Picture): Promise<void> {
    try {
      const { result } = await uploadImage(
        client,
        inspectionId,
        picture.path,
        { name: picture.name, tasks: [...imageTasks] },
        {
          signal,
          onProgress: ({ sentBytes, totalBytes: formBytes }) => {
            sent.set(picture.name, (sentBytes / formBytes) * picture.size_bytes)
            draw()
          },
        },
      )
      const { size_bytes, modified_ms } = picture
      state.uploaded[picture.name] = { image_id: result, size_bytes, modified_ms }
      writeState(dir, state)
      done += 1
      if (!terminal.isLive) terminal.note(`uploaded ${picture.name} (${done} of ${pictures.length})`)
    } catch (error) {
      const status = error instanceof WalkaroundError ? (error.status ?? 0) : 0
      if (
        !(error instanceof WalkaroundError) ||
        status < 400 ||
        status >= 500 ||
        NOT_THE_PICTURE.includes(status)
      )
        throw error
      refused.push({ name: picture.name, reason: error.message })
      terminal.note(`${terminal.noteStyle('yellow', 'refused')} ${picture.name}: ${error.message}`)
    }
    sent.set(picture.name, picture.size_bytes)
    draw()
  }

  async function lane(): Promise<void> {
    for (let next = waiting.shift(); next; next = waiting.shift()) await send(next)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  terminal.clear()
  return refused
}
