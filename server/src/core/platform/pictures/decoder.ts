import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { resolve, sep } from 'node:path'
import { resourceBehind } from '../out-of-resources.ts'
import { CPU_MS_PER_CHILD_MAX, decoderCommand, PICTURES_PER_CHILD_MAX } from './decoder-command.ts'
import { type DecodedPicture, type DecoderRequest, readReply } from './decoder-messages.ts'
import { convertHeic } from './heic.ts'
import { DecoderFault, PictureRejected } from './picture-errors.ts'
import type { PictureMimetype } from './sniff.ts'

const START_TIMEOUT_MS = 15_000

export const ROTATIONS = { NO_ROTATION: 0, CLOCKWISE_90: 90, CLOCKWISE_180: 180, CLOCKWISE_270: 270 } as const
export type Rotation = keyof typeof ROTATIONS

export type PictureDecoderOptions = {
  /** How many pictures are decoded at once. */
  children: number
  /** Input files and output folders lie below it; a child can read and write nothing else. */
  temporaryDir: string
  timeoutMs: number
  pixelsMax: number
  log: { warn(fields: object, message: string): void }
  /** Told how every picture ended: decoded, why it was refused, or fault. */
  observe?: (outcome: string, seconds: number) => void
}

type Waiting = {
  request: DecoderRequest
  resolve: (picture: DecodedPicture) => void
  reject: (error: Error) => void
}

type Child = {
  process: ChildProcess
  ready: boolean
  pictures: number
  stderr: string
  work: Work | null
}
type Work = Waiting & { timer: NodeJS.Timeout; timedOut: boolean }

/** Decodes pictures from strangers in child processes that can be lost without harm. */
export class PictureDecoder {
  #options: PictureDecoderOptions
  #command: ReturnType<typeof decoderCommand>
  #queue: Waiting[] = []
  #children = new Set<Child>()
  #closed = false
  readonly #closing = new AbortController()

  constructor(options: PictureDecoderOptions) {
    this.#options = { ...options, temporaryDir: resolve(options.temporaryDir) }
    this.#command = decoderCommand(this.#options)
  }

  /** Writes picture.jpg and working.jpg. After a rejection the folder may hold a part of them. */
  async decode(
    inputFile: string,
    outputDir: string,
    options: { rotate?: Rotation; mimetype?: PictureMimetype } = {},
  ): Promise<DecodedPicture> {
    const startedMs = performance.now()
    let outcome = 'decoded'
    try {
      return await this.#decode(inputFile, outputDir, options)
    } catch (error) {
      outcome = error instanceof PictureRejected ? error.reason : 'fault'
      throw error
    } finally {
      this.#options.observe?.(outcome, (performance.now() - startedMs) / 1000)
    }
  }

  async #decode(
    inputFile: string,
    outputDir: string,
    options: { rotate?: Rotation; mimetype?: PictureMimetype },
  ): Promise<DecodedPicture> {
    const source = this.#insideTemporaryDir(inputFile)
    const folder = this.#insideTemporaryDir(outputDir)
    const isHeic = options.mimetype === 'image/heic'
    const request = {
      inputFile: isHeic ? await this.#convert(source, folder) : source,
      outputDir: folder,
      isUpright: isHeic,
      clockwise: ROTATIONS[options.rotate ?? 'NO_ROTATION'],
      pixelsMax: this.#options.pixelsMax,
    }
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(new Error('The picture decoder is closed.'))
      this.#queue.push({ request, resolve, reject })
      this.#dispatch()
    })
  }

  async #convert(source: string, folder: string): Promise<string> {
    const { timeoutMs, pixelsMax } = this.#options
    return convertHeic(source, folder, { timeoutMs, pixelsMax, signal: this.#closing.signal })
  }

  /** Ends every child, and with it the pictures still in hand. */
  async close() {
    this.#closed = true
    this.#closing.abort()
    for (const waiting of this.#queue.splice(0)) waiting.reject(new Error('The picture decoder is closed.'))
    const ended = [...this.#children].map(({ process }) => once(process, 'close'))
    for (const { process } of this.#children) kill(process)
    await Promise.all(ended)
  }

  #insideTemporaryDir(path: string) {
    const absolute = resolve(path)
    if (absolute.startsWith(this.#options.temporaryDir + sep)) return absolute
    throw new Error(`${absolute} is not below ${this.#options.temporaryDir}.`)
  }

  #dispatch() {
    while (this.#queue.length > 0 && !this.#closed) {
      const free = [...this.#children].find(({ work, process }) => !work && !process.killed)
      if (!free && this.#children.size >= this.#options.children) return
      const waiting = this.#queue.shift()
      if (!waiting) return
      try {
        this.#hand(free ?? this.#startChild(), waiting)
      } catch (cause) {
        // No process or memory to be had: this picture's trouble, while the others go on waiting.
        waiting.reject(couldNotStart(cause))
      }
    }
  }

  #startChild() {
    const { execPath, execArgv, modulePath } = this.#command
    const child: Child = {
      process: fork(modulePath, {
        execPath,
        execArgv,
        env: {},
        cwd: '/',
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      }),
      ready: false,
      pictures: 0,
      stderr: '',
      work: null,
    }
    this.#children.add(child)
    child.process.stderr?.on('data', (data) => {
      child.stderr = (child.stderr + data).slice(0, 2000)
    })
    child.process.on('message', (message) => this.#receive(child, message))
    child.process.on('disconnect', () => kill(child.process))
    child.process.on('error', (error) => this.#lose(child, { error: error.message }, error))
    child.process.on('close', (code, signal) => this.#lose(child, { code, signal }))
    return child
  }

  #hand(child: Child, waiting: Waiting) {
    child.work = { ...waiting, timer: this.#startTimer(child), timedOut: false }
    child.pictures += 1
    // A child that cannot be written to is dead or dying, and its end is reported elsewhere. One for which no
    // descriptors were left has no channel at all.
    if (child.process.connected) child.process.send(waiting.request, () => {})
  }

  #startTimer(child: Child) {
    return setTimeout(
      () => {
        if (child.work) child.work.timedOut = true
        kill(child.process)
      },
      child.ready ? this.#options.timeoutMs : START_TIMEOUT_MS,
    )
  }

  #receive(child: Child, message: unknown) {
    const { work } = child
    if (!work || work.timedOut) return
    const reply = readReply(message)
    if (!reply) return kill(child.process)
    if ('ready' in reply) {
      // The time to start a child is not the picture's. Once only, or a child could stop the clock.
      if (child.ready) return kill(child.process)
      child.ready = true
      clearTimeout(work.timer)
      work.timer = this.#startTimer(child)
      return
    }
    child.work = null
    clearTimeout(work.timer)
    if (child.pictures >= PICTURES_PER_CHILD_MAX || reply.cpuMs >= CPU_MS_PER_CHILD_MAX) kill(child.process)
    if ('picture' in reply) work.resolve(reply.picture)
    else if ('reason' in reply) work.reject(new PictureRejected(reply.reason, reply.message))
    else work.reject(new DecoderFault(`The picture decoder failed: ${reply.fault}`, reply.code))
    this.#dispatch()
  }

  #lose(child: Child, ending: object, cause?: Error) {
    if (!this.#children.delete(child)) return
    const { work, ready, stderr } = child
    child.work = null
    if (work) {
      clearTimeout(work.timer)
      if (!this.#closed) {
        this.#options.log.warn(
          { child_pid: child.process.pid, ready, ...ending, stderr },
          'picture decoder lost',
        )
      }
      work.reject(this.#lossOf(work, ready, cause))
    }
    this.#dispatch()
  }

  #lossOf(work: Work, ready: boolean, cause?: Error) {
    if (this.#closed) return new Error('The picture decoder is closed.')
    if (!ready) return couldNotStart(cause)
    return work.timedOut
      ? new PictureRejected('timeout', `Decoding took longer than ${this.#options.timeoutMs} ms.`)
      : new PictureRejected('crashed', 'The decoder ended while it had this picture.')
  }
}

// A child that ends before it is ready lacks memory or processes, or is killed for want of them.
function couldNotStart(cause: unknown) {
  const code = resourceBehind(cause) ?? 'EAGAIN'
  return new DecoderFault('A picture decoder could not be started.', code, { cause })
}

function kill(child: ChildProcess) {
  child.kill('SIGKILL')
}
