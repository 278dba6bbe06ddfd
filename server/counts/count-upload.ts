import childProcess, { type ForkOptions } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { S3Client } from '@aws-sdk/client-s3'
import { createInspection, imageForm, jpeg } from '../test/factories.ts'
import type { Service } from '../test/own-service.ts'
import type { Figures } from './recorded-counts.ts'
import { answered, pathOfPicture, pathOfThumbnail } from './requests.ts'
import { noteSharpWork } from './sharp-work.ts'

const PRELOAD = join(import.meta.dirname, 'sharp-work.ts')
const HIDDEN = [{ kind: 'face', box: { left: 0.1, top: 0.1, right: 0.2, bottom: 0.2 } }]

/** Lets every child that is forked from now on note in a file what it decodes and encodes: nothing else gets out of it. */
function noteInChildren(file: string): () => void {
  const { fork } = childProcess
  childProcess.fork = (module: string | URL, ...rest: unknown[]) => {
    const options: ForkOptions = Object(rest.at(-1))
    const [given = [], last] = [options.execArgv, '--no-warnings']
    const execArgv = [...given, `--allow-fs-read=${PRELOAD}`, `--import=file://${PRELOAD}?file=${file}`, last]
    return fork(module, { ...options, execArgv })
  }
  syncBuiltinESMExports()
  return () => {
    childProcess.fork = fork
    syncBuiltinESMExports()
  }
}

/** Notes the work on pictures in this process and its children, and what is asked of the object store. */
export function notePictureWork(temporaryDir: string) {
  const file = join(temporaryDir, 'counted-work')
  writeFileSync(file, '')
  const restoreFork = noteInChildren(file)
  const here: string[] = []
  const restoreSharp = noteSharpWork((work) => here.push(work))
  const asked: string[] = []
  const { send } = S3Client.prototype
  Object.assign(S3Client.prototype, {
    send(this: S3Client, command: object, ...rest: unknown[]) {
      asked.push(command.constructor.name.replace(/Command$/, ''))
      return Reflect.apply(send, this, [command, ...rest])
    },
  })
  return {
    take: (): Figures => {
      const work = [...readFileSync(file, 'utf8').split('\n'), ...here]
      const count = (list: readonly string[], name: string) => list.filter((one) => one === name).length
      const figures = {
        decodings: count(work, 'decoding'),
        encodings: count(work, 'encoding'),
        objects_put: count(asked, 'PutObject'),
        objects_read: count(asked, 'GetObject'),
        other_requests_to_the_store: asked.filter((name) => !/^(Put|Get)Object$/.test(name)).length,
      }
      writeFileSync(file, '')
      here.length = 0
      asked.length = 0
      return figures
    },
    stop: () => {
      Object.assign(S3Client.prototype, { send })
      restoreSharp()
      restoreFork()
      rmSync(file)
    },
  }
}

/** An upload, and the ways in which its picture is opened. */
export async function countPictureWork(
  service: Service,
  work: ReturnType<typeof notePictureWork>,
): Promise<Record<string, Figures>> {
  const at = `/inspections/${await createInspection(service)}/images`
  // Larger than the form that models are given.
  const bytes = await jpeg(1_999, { width: 2_400, height: 1_800 })
  const counts: Record<string, Figures> = {}
  const step = async (name: string, request: () => Promise<{ status: number }>) => {
    work.take()
    const { status } = await request()
    if (status >= 300) throw new Error(`${name}: ${status}`)
    counts[name] = work.take()
  }
  await step('an upload', () => service.call('POST', at, { form: imageForm(bytes) }))
  await step('the same picture again', () => service.call('POST', at, { form: imageForm(bytes) }))
  const { body } = answered(await service.call('GET', at), at)
  const { id, path } = body.data?.[0] ?? body[0]
  const open = (url: string) => service.call('GET', url, { as: null })
  await step('its picture', () => open(pathOfPicture(path)))
  await step('a thumbnail', () => open(pathOfThumbnail(path)))
  await step('the thumbnail again', () => open(pathOfThumbnail(path)))
  await service.rows('update images set hidden = $2 where id = $1', [id, JSON.stringify(HIDDEN)])
  await step('its picture, with something hidden', () => open(pathOfPicture(path)))
  await step('a thumbnail, with something hidden', () => open(pathOfThumbnail(path)))
  return counts
}
