import { createHash } from 'node:crypto'
import type { Context } from '../core/platform/context.ts'
import { JobHopeless } from '../core/platform/jobs.ts'
import { storageKey } from '../inspection/images/storage-keys.ts'
import type { Models } from './inference/model.ts'

/** What a pipeline is given: who asks and what it may use, and the models of this process. */
export type AnalysisContext = Context & { readonly models: Models }

/** The picture all models look at: at most 2048 pixels a side, upright, as a JPEG our decoder wrote. */
export type WorkingPicture = { jpeg: Buffer; sha256: string }

/** Trying again does not help: the bytes are gone. */
export class PictureMissing extends JobHopeless {
  override name = 'PictureMissing'
}

export async function readWorkingPicture(ctx: Context, imageId: string): Promise<WorkingPicture> {
  const object = await ctx.storage.get(storageKey(ctx.org_id, imageId, 'working.jpg'))
  if (!object) throw new PictureMissing(`the working picture of image ${imageId} is not in the object store`)
  const jpeg = Buffer.concat(await object.body.toArray())
  return { jpeg, sha256: createHash('sha256').update(jpeg).digest('hex') }
}
