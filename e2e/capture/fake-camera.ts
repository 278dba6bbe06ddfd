import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium } from 'playwright-core'
import sharp from 'sharp'
import { BROWSER, BROWSER_ARGS } from '../console/browser.ts'
import { WATCHDOG_MS } from '../watchdog.ts'

const SIZE = { width: 960, height: 720 }
const FRAMES_PER_S = 30

/**
 * What the camera of the phone sees, over and over: a parked car, for some seconds sharp, then out of focus. `distinct` frames
 * differ, so that two photos can be told apart. `picture` is a file to see instead of the drawn car.
 */
export type Scene = {
  sharpS: number
  blurredS: number
  distinct?: number
  picture?: string
  crop?: Region
}
type Size = { width: number; height: number }
type Region = Size & { left: number; top: number }

async function writeScene(
  file: string,
  { sharpS, blurredS, distinct = 1, picture, crop }: Scene,
): Promise<void> {
  const frames: Buffer[] = []
  for (let n = 0; n < distinct; n++)
    frames.push(
      await (crop ? sharp(picture).extract(crop) : sharp(picture ?? Buffer.from(drawCar(n))))
        .resize(SIZE)
        .jpeg({ quality: 70 })
        .toBuffer(),
    )
  const blurred = await sharp(frames[0]).blur(12).jpeg({ quality: 70 }).toBuffer()
  const count = (seconds: number) => Math.round(seconds * FRAMES_PER_S)
  const sharpFrames = Array.from({ length: count(sharpS) }, (_, n) => frames[n % distinct] ?? blurred)
  const blurredFrames = Array.from({ length: count(blurredS) }, () => blurred)
  writeFileSync(file, Buffer.concat([...sharpFrames, ...blurredFrames]))
}

/** Large pictures go slowly: this browser would decode thirty a second with a whole core. In shades of grey, uncompressed. */
async function writeSlowScene(file: string, { width, height }: Size): Promise<void> {
  const grey = await sharp(Buffer.from(drawCar(1)))
    .resize(width, height)
    .greyscale()
    .raw()
    .toBuffer()
  const frame = Buffer.concat([Buffer.from('FRAME\n'), grey, Buffer.alloc((width * height) / 2, 128)])
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F4:1 Ip A1:1 C420\n`)
  writeFileSync(file, Buffer.concat([head, frame, frame]))
}

/** A small pattern in the sky counts the frames. */
const countMarks = (number: number) =>
  Array.from({ length: 8 }, (_, bit) =>
    (number >> bit) & 1 ? `<rect x="${300 + bit * 40}" y="60" width="30" height="30" fill="#334"/>` : '',
  ).join('')

const stones = Array.from({ length: 500 }, (_, n) => {
  const [x, y] = [(n * 137) % SIZE.width, 420 + ((n * 71) % 300)]
  return `<rect x="${x}" y="${y}" width="${4 + (n % 9)}" height="5" fill="#${n % 2 ? '5b6470' : '9aa3ad'}"/>`
}).join('')
const drawCar = (
  number: number,
) => `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}">
<rect width="960" height="430" fill="#b9c4cf"/><rect y="420" width="960" height="300" fill="#777f88"/>${stones}
<path d="M120 470q10-90 110-100l90-90q20-20 60-20h230q40 0 70 30l80 80q90 10 100 100v50h-740z" fill="#2453a6" stroke="#10244b" stroke-width="6"/>
<path d="M340 300h110v70H280zM470 300h120l70 70H470z" fill="#1c2733" stroke="#0c1118" stroke-width="5"/>
<circle cx="270" cy="520" r="66" fill="#15181d"/><circle cx="270" cy="520" r="36" fill="#b8bec6"/>
<circle cx="700" cy="520" r="66" fill="#15181d"/><circle cx="700" cy="520" r="36" fill="#b8bec6"/>
<path d="M460 372v140M640 380l20 130M300 430h90M500 430h90" stroke="#10244b" stroke-width="4"/>${countMarks(number)}</svg>`

const ARGS = [
  ...BROWSER_ARGS,
  '--ignore-certificate-errors',
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
]

/** Portrait, as people hold it; a test may turn it. */
export const PORTRAIT = { width: 390, height: 844 }
export const LANDSCAPE = { width: 844, height: 390 }

/** A phone whose storage outlives its browser. Opened again with the same folder, it is the same phone. */
export class PhoneDrawer {
  readonly #folder = mkdtempSync(join(tmpdir(), 'walkaround-phone-'))
  #scene = join(this.#folder, 'scene.mjpeg')

  static async fill(scene: Scene): Promise<PhoneDrawer> {
    const drawer = new PhoneDrawer()
    await writeScene(drawer.#scene, scene)
    return drawer
  }

  /** A camera of many megapixels, with a few frames a second. */
  static async fillLarge(size: Size): Promise<PhoneDrawer> {
    const drawer = new PhoneDrawer()
    drawer.#scene = join(drawer.#folder, 'scene.y4m')
    await writeSlowScene(drawer.#scene, size)
    return drawer
  }

  async open(
    name: string,
    look: { colorScheme?: 'light' | 'dark'; reducedMotion?: 'reduce' } = {},
  ): Promise<BrowserContext> {
    const context = await chromium.launchPersistentContext(join(this.#folder, name), {
      executablePath: BROWSER,
      args: [...ARGS, `--use-file-for-fake-video-capture=${this.#scene}`],
      viewport: PORTRAIT,
      hasTouch: true,
      locale: 'en',
      ignoreHTTPSErrors: true,
      ...look,
    })
    context.setDefaultTimeout(WATCHDOG_MS)
    return context
  }

  /** As when the system ends the browser, or the battery is empty. */
  kill(name: string): void {
    for (const pid of this.#findBrowsers(name)) process.kill(Number(pid), 'SIGKILL')
  }

  /**
   * The memory of the largest page: `own` is its heap, pictures and canvases; `all` has the frames of the camera, too, which a
   * browser without a graphics card keeps in shared memory.
   */
  readPageMemory(name: string): { ownMb: number; allMb: number } {
    const browsers = this.#findBrowsers(name)
    const isOfBrowser = (pid: string): boolean =>
      browsers.includes(pid) || (Number(pid) > 1 && isOfBrowser(readNumber(pid, 'status', 'PPid')))
    const pages = listProcesses()
      .filter((pid) => readCommand(pid).includes('--type=renderer') && isOfBrowser(pid))
      .map((pid) => ({
        ownMb: Number(readNumber(pid, 'smaps_rollup', 'Pss_Anon')) / 1000,
        allMb: Number(readNumber(pid, 'smaps_rollup', 'Pss')) / 1000,
      }))
    const [largest] = pages.toSorted((one, other) => other.allMb - one.allMb)
    if (!largest) throw new Error('no page is open')
    return largest
  }

  #findBrowsers(name: string): string[] {
    const mark = `--user-data-dir=${join(this.#folder, name)}`
    return listProcesses().filter((pid) => {
      const words = readCommand(pid).split('\0')
      return words.includes(mark) && !words.some((word) => word.startsWith('--type='))
    })
  }

  /** One browser for many phones that keep nothing. */
  async launch(): Promise<Browser> {
    return chromium.launch({
      executablePath: BROWSER,
      args: [...ARGS, `--use-file-for-fake-video-capture=${this.#scene}`],
    })
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

const listProcesses = () => readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))
const readCommand = (pid: string) => readProcess(pid, 'cmdline')
const readNumber = (pid: string, file: string, name: string) =>
  new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readProcess(pid, file))?.[1] ?? '0'

function readProcess(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    // It has ended.
    return ''
  }
}
