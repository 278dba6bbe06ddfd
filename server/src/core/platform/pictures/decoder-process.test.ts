import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { heldBytes } from '../../../../test/held-bytes.ts'
import { openDecoder } from '../../../../test/picture-decoder.ts'
import { jpegWithExif, withJpegSize } from '../../../../test/pictures.ts'
import { decoderCommand } from './decoder-command.ts'
import { PictureRejected } from './picture-errors.ts'

let opened: Awaited<ReturnType<typeof openDecoder>>[] = []
async function open(options: Parameters<typeof openDecoder>[0]) {
  const decoder = await openDecoder(options)
  opened.push(decoder)
  return decoder
}
afterEach(async () => {
  for (const decoder of opened) await decoder.close()
  opened = []
})

/** The children are known by the folder they are allowed to use. */
function childrenOf(temporaryDir: string) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => readProc(pid, 'cmdline').includes(`--allow-fs-write=${temporaryDir}/`))
}

function readProc(pid: number, file: string) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    // It ended between the listing and the reading.
    return ''
  }
}

/** Waits until a child holds the pixels of the slow picture. */
function midDecode(temporaryDir: string) {
  const kilobytes = (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(readProc(pid, 'status'))?.[1] ?? 0)
  const find = () => childrenOf(temporaryDir).find((pid) => kilobytes(pid) > 180_000) ?? false
  return vi.waitUntil(find, { timeout: 120_000, interval: 5 })
}

/** Hundreds of milliseconds on any machine: 49 megapixels, and a profile to convert. */
let slowPicture: Buffer
beforeAll(async () => {
  slowPicture = await sharp({ create: { width: 7000, height: 7000, channels: 3, background: '#987' } })
    .withIccProfile('p3')
    .jpeg()
    .toBuffer()
})

describe('PictureDecoder', () => {
  it('rejects only the picture whose child is killed', async () => {
    const outcomes: string[] = []
    const decoder = await open({ children: 1, observe: (outcome) => outcomes.push(outcome) })
    const slow = decoder.decode(slowPicture)
    const waiting = decoder.decode(await jpegWithExif())
    const pid = await midDecode(decoder.temporaryDir)
    process.kill(pid, 'SIGKILL')
    await expect(slow).rejects.toMatchObject({ reason: 'crashed' })
    await expect(waiting).resolves.toMatchObject({ image_width: 96 })
    expect(childrenOf(decoder.temporaryDir)).not.toContain(pid)
    expect(outcomes).toEqual(['crashed', 'decoded'])
  })

  it('ends a picture that takes too long', async () => {
    const decoder = await open({ timeoutMs: 400 })
    await expect(decoder.decode(slowPicture)).rejects.toMatchObject({ reason: 'timeout' })
    await expect(decoder.decode(await jpegWithExif())).resolves.toMatchObject({ image_width: 96 })
  })

  it('loses only the child to a picture that wants too much memory', async () => {
    const decoder = await open({ children: 2, pixelsMax: 300_000_000 })
    // A progressive JPEG is held whole: 196 megapixels of three channels, two bytes each.
    const small = await sharp(await jpegWithExif())
      .jpeg({ progressive: true, chromaSubsampling: '4:4:4' })
      .toBuffer()
    const greedy = decoder.decode(withJpegSize(small, 14_000, 14_000))
    const other = decoder.decode(slowPicture)
    await expect(greedy).rejects.toMatchObject({ reason: 'crashed' })
    await expect(other).resolves.toMatchObject({ image_width: 7000 })
    await expect(decoder.decode(await jpegWithExif())).resolves.toMatchObject({ image_width: 96 })
  })

  it('gives a child no environment and few resources', async () => {
    const decoder = await open({})
    await decoder.decode(await jpegWithExif())
    const [pid = 0] = childrenOf(decoder.temporaryDir)
    const names = readProc(pid, 'environ')
      .split('\0')
      .filter(Boolean)
      .map((entry) => entry.split('=')[0])
    expect(names).toEqual(['NODE_CHANNEL_FD', 'NODE_CHANNEL_SERIALIZATION_MODE'])
    const limits = readProc(pid, 'limits')
    expect(limits).toMatch(/Max cpu time +380 +380 /)
    expect(limits).toMatch(/Max data size +1342177280 +1342177280 /)
    expect(limits).toMatch(/Max file size +134217728 +134217728 /)
    expect(limits).toMatch(/Max core file size +0 +0 /)
    expect(limits).toMatch(/Max open files +64 +64 /)
  })

  it('runs no more children than allowed', async () => {
    const decoder = await open({ children: 2 })
    let most = 0
    const picture = await jpegWithExif({ width: 1200, height: 900 })
    const watch = setInterval(() => {
      most = Math.max(most, childrenOf(decoder.temporaryDir).length)
    }, 5)
    await Promise.all(Array.from({ length: 12 }, () => decoder.decode(picture)))
    clearInterval(watch)
    expect(most).toBe(2)
  })

  it('takes pictures in the order they came', async () => {
    const { decoder, temporaryDir } = await open({ children: 1 })
    const outputDir = join(temporaryDir, 'out')
    await mkdir(outputDir)
    await writeFile(join(outputDir, 'upload'), await jpegWithExif())
    const order: number[] = []
    const decode = (index: number) =>
      decoder.decode(join(outputDir, 'upload'), outputDir).then(() => order.push(index))
    await Promise.all([0, 1, 2, 3, 4].map(decode))
    expect(order).toEqual([0, 1, 2, 3, 4])
  })

  it('replaces a child after 200 pictures and keeps the memory of the parent flat', async () => {
    const decoder = await open({ children: 1 })
    const size = { width: 640, height: 480 }
    const decodedBytes = size.width * size.height * 3
    const picture = await jpegWithExif(size)
    const held: number[] = []
    const children = new Set<number>()
    for (let count = 0; count < 300; count++) {
      await decoder.decode(picture)
      if (count % 50 === 0) for (const pid of childrenOf(decoder.temporaryDir)) children.add(pid)
      if (count === 100 || count === 299) held.push(heldBytes())
    }
    const [before = 0, after = 0] = held
    // Half of what it would be if the parent kept the pixels of the pictures between the two looks.
    expect(after - before).toBeLessThan(100 * decodedBytes)
    expect(children.size).toBe(2)
  })

  it('leaves no child after close, and ends what is in hand', async () => {
    const decoder = await openDecoder({ children: 2 })
    const outcomes = Promise.allSettled([1, 2, 3].map(() => decoder.decode(slowPicture)))
    await vi.waitUntil(() => childrenOf(decoder.temporaryDir).length === 2, { timeout: 120_000 })
    await decoder.decoder.close()
    expect(childrenOf(decoder.temporaryDir)).toEqual([])
    for (const outcome of await outcomes) {
      expect(outcome).toMatchObject({
        status: 'rejected',
        reason: new Error('The picture decoder is closed.'),
      })
    }
    await decoder.close()
  })

  it('leaves no child when the parent is killed in mid decode', async () => {
    const { temporaryDir } = await open({})
    await mkdir(join(temporaryDir, 'out'))
    await writeFile(join(temporaryDir, 'slow.jpg'), slowPicture)
    const options = { children: 1, temporaryDir, timeoutMs: 60_000, pixelsMax: 50_000_000 }
    const program = `
      import { PictureDecoder } from ${JSON.stringify(join(import.meta.dirname, 'decoder.ts'))}
      const decoder = new PictureDecoder({ ...${JSON.stringify(options)}, log: console })
      for (;;) await decoder.decode(${JSON.stringify(join(temporaryDir, 'slow.jpg'))}, ${JSON.stringify(join(temporaryDir, 'out'))})`
    const parent = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'ignore' })
    await midDecode(temporaryDir)
    parent.kill('SIGKILL')
    await once(parent, 'close')
    await vi.waitUntil(() => childrenOf(temporaryDir).length === 0, { timeout: 120_000 })
  })

  it('says that a missing file is not the picture’s fault', async () => {
    const { decoder, temporaryDir } = await open({})
    const missing = await decoder
      .decode(join(temporaryDir, 'none.jpg'), join(temporaryDir, 'out'))
      .catch((error) => error)
    expect(missing).not.toBeInstanceOf(PictureRejected)
    expect(missing.message).toContain('ENOENT')
  })

  it('takes no file from elsewhere', async () => {
    const { decoder, temporaryDir } = await open({})
    await expect(decoder.decode('/etc/hostname', temporaryDir)).rejects.toThrow('/etc/hostname is not below')
    await expect(decoder.decode(`${temporaryDir}/../x`, temporaryDir)).rejects.toThrow('is not below')
  })

  it('does not start without prlimit', () => {
    const start = () => decoderCommand({ temporaryDir: '/tmp', timeoutMs: 1 }, ['/nowhere/prlimit'])
    expect(start).toThrow('Install the package util-linux')
  })
})
