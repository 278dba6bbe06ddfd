import { appendFileSync } from 'node:fs'
import sharp, { type Sharp } from 'sharp'

/** What a pipeline of the library reads and writes, beyond what its types say. */
type Pipeline = {
  options: { formatOut: string; input: { rawWidth?: number; createWidth?: number } }
}

/** Tells of each picture that this process decodes or encodes, before it does so. */
export function noteSharpWork(tell: (work: 'decoding' | 'encoding') => void): () => void {
  const prototype: { toBuffer: Sharp['toBuffer']; toFile: Sharp['toFile'] } = sharp.prototype
  const { toBuffer, toFile } = prototype
  const note = (pipeline: Sharp) => {
    // The library keeps them in an object that its types leave out.
    const { formatOut, input } = (pipeline as unknown as Pipeline).options
    if (!input.rawWidth && !input.createWidth) tell('decoding')
    if (formatOut !== 'raw') tell('encoding')
  }
  const noting = (work: (...given: never[]) => unknown) =>
    function (this: Sharp, ...given: unknown[]): unknown {
      note(this)
      return Reflect.apply(work, this, given)
    }
  Object.assign(sharp.prototype, { toBuffer: noting(toBuffer), toFile: noting(toFile) })
  return () => void Object.assign(sharp.prototype, { toBuffer, toFile })
}

// Loaded into the child that decodes pictures, which may write below one folder and nowhere else.
const file = new URL(import.meta.url).searchParams.get('file')
if (file) noteSharpWork((work) => appendFileSync(file, `${work}\n`))
