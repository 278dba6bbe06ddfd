import { createCipheriv, createDecipheriv, type DecipherGCM, randomBytes } from 'node:crypto'
import { type Readable, Transform, type TransformCallback } from 'node:stream'
import { deriveKey } from './sealing.ts'

/**
 * An encrypted object: a header, then segments of AES-256-GCM, as in Tink's streaming encryption
 * (https://developers.google.com/tink/streaming-aead/aes_gcm_hkdf_streaming). Each object has a key of its own, derived
 * from the organization's key, a salt and the object's name: an object opens under its own name only. The nonce of a
 * segment is its number and whether it is the last: none can be left out, repeated or moved.
 */
export type ObjectKey = { id: string; key: Buffer }

/** Bytes that can be read from the beginning any number of times, in pieces of `SEGMENT_BYTES`; only the last is shorter. */
export type Source = { sizeBytes: number; chunks: () => AsyncIterable<Buffer> }

// No picture and no PDF begins so. The last byte is the version of the format.
const MAGIC = Buffer.from('walkenc\x01', 'latin1')
const ID_BYTES = 16
const SALT_BYTES = 32
export const HEADER_BYTES = MAGIC.length + ID_BYTES + SALT_BYTES
export const SEGMENT_BYTES = 64 * 1024
const TAG_BYTES = 16
const NONCE_BYTES = 12
const SEALED_SEGMENT_BYTES = SEGMENT_BYTES + TAG_BYTES

/** The bytes are not those that were encrypted, or not with this key, or not for this name. */
export class ObjectDamaged extends Error {
  override name = 'ObjectDamaged'
}

/** The id of the key that an object was encrypted with; null for an object that is not encrypted. */
export function objectKeyIdOf(header: Buffer): string | null {
  if (header.length < HEADER_BYTES || !header.subarray(0, MAGIC.length).equals(MAGIC)) return null
  const hex = header.toString('hex', MAGIC.length, MAGIC.length + ID_BYTES)
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Every reading gives the same bytes: what is digested is what is sent. */
export function encryptSource({ id, key }: ObjectKey, name: string, plain: Source): Source {
  const idBytes = Buffer.from(id.replaceAll('-', ''), 'hex')
  const header = Buffer.concat([MAGIC, idBytes, randomBytes(SALT_BYTES)])
  const own = deriveObjectKey(key, header, name)
  return {
    sizeBytes: HEADER_BYTES + plain.sizeBytes + TAG_BYTES * countSegments(plain.sizeBytes, SEGMENT_BYTES),
    chunks: async function* () {
      yield header
      let held: Buffer | null = null
      let number = 0
      for await (const chunk of plain.chunks()) {
        if (held) yield sealSegment(own, number++, false, held)
        held = chunk
      }
      yield sealSegment(own, number, true, held ?? Buffer.alloc(0))
    },
  }
}

/** How many bytes an encrypted object holds. */
export function plainSizeOf(storedBytes: number): number {
  const sealed = storedBytes - HEADER_BYTES
  return Math.max(0, sealed - TAG_BYTES * countSegments(sealed, SEALED_SEGMENT_BYTES))
}

/** Takes what comes after the header and gives the plain bytes. Ends with an error where these are not the ones that were put there. */
export class ObjectOpener extends Transform {
  readonly #key: Buffer
  readonly #last: number
  #number = 0
  #leftBytes: number
  /** Of the segment that is coming: nothing of it goes out before its end has shown that it is sound. */
  #segment: { decipher: DecipherGCM; leftBytes: number; plain: Buffer[]; tag: Buffer[] } | null = null

  constructor(key: Buffer, header: Buffer, name: string, storedBytes: number) {
    super({ highWaterMark: SEGMENT_BYTES })
    this.#key = deriveObjectKey(key, header, name)
    this.#leftBytes = storedBytes - HEADER_BYTES
    this.#last = countSegments(this.#leftBytes, SEALED_SEGMENT_BYTES) - 1
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    try {
      for (let rest = chunk; rest.length > 0; ) rest = this.#take(rest)
      done()
    } catch (error) {
      done(new ObjectDamaged('an object is damaged, or lies under another name', { cause: error }))
    }
  }

  override _flush(done: TransformCallback): void {
    if (this.#number > this.#last && this.#leftBytes === 0) done()
    else done(new ObjectDamaged('an object is cut off'))
  }

  /** What of these bytes belongs to the segment that is coming. Returns the others. */
  #take(bytes: Buffer): Buffer {
    this.#segment ??= this.#begin()
    const { decipher, plain, tag } = this.#segment
    const taken = bytes.subarray(0, this.#segment.leftBytes)
    const sealedBytes = Math.max(0, Math.min(taken.length, this.#segment.leftBytes - TAG_BYTES))
    if (sealedBytes > 0) plain.push(decipher.update(taken.subarray(0, sealedBytes)))
    if (sealedBytes < taken.length) tag.push(taken.subarray(sealedBytes))
    this.#segment.leftBytes -= taken.length
    this.#leftBytes -= taken.length
    if (this.#segment.leftBytes === 0) {
      decipher.setAuthTag(Buffer.concat(tag))
      decipher.final()
      for (const piece of plain) this.push(piece)
      this.#segment = null
      this.#number++
    }
    return bytes.subarray(taken.length)
  }

  #begin() {
    const leftBytes = Math.min(SEALED_SEGMENT_BYTES, this.#leftBytes)
    if (leftBytes < TAG_BYTES) throw new ObjectDamaged('an object is cut off, or too long')
    const nonce = nonceOf(this.#number, this.#number === this.#last)
    const decipher = createDecipheriv('aes-256-gcm', this.#key, nonce, { authTagLength: TAG_BYTES })
    return { decipher, leftBytes, plain: [], tag: [] }
  }
}

/** The first bytes of a body that has more than these. */
export function readHeader(body: Readable): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const header: Buffer | null = body.read(HEADER_BYTES)
      if (header === null) return
      leave()
      if (header.length === HEADER_BYTES) resolve(header)
      else fail()
    }
    const fail = (error?: Error) => {
      leave()
      reject(error ?? new Error('the object store ended an object early'))
    }
    const end = () => fail()
    const leave = () => body.off('readable', look).off('error', fail).off('end', end).off('close', end)
    body.on('readable', look).on('error', fail).on('end', end).on('close', end)
  })
}

const countSegments = (bytes: number, each: number): number => Math.max(1, Math.ceil(bytes / each))

const deriveObjectKey = (key: Buffer, header: Buffer, name: string): Buffer =>
  deriveKey(key, `walkaround object ${name}`, header)

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES)
  nonce.writeUInt32BE(number, NONCE_BYTES - 5)
  nonce.writeUInt8(isLast ? 1 : 0, NONCE_BYTES - 1)
  return nonce
}

function sealSegment(key: Buffer, number: number, isLast: boolean, plain: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number, isLast), { authTagLength: TAG_BYTES })
  const sealed = cipher.update(plain)
  cipher.final()
  return Buffer.concat([sealed, cipher.getAuthTag()])
}
