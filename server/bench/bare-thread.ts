import { parentPort, workerData } from 'node:worker_threads'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import sharp from 'sharp'

// What one would write without a service around it: decode, run, next picture. No check, no findings.

export type BareSetup = { models: { file: string; side: number }[] }

if (!parentPort) throw new Error('this file is started as a worker thread')
const port = parentPort
// Given by benchInference, in this form.
const { models } = workerData as BareSetup
const sessions = await Promise.all(
  models.map(async ({ file, side }) => ({
    session: await InferenceSession.create(file, { intraOpNumThreads: 1, interOpNumThreads: 1 }),
    side,
  })),
)

port.on('message', async (pictures: Uint8Array[]) => {
  for (const picture of pictures)
    for (const { session, side } of sessions) {
      const pixels = await sharp(picture).resize(side, side, { fit: 'fill' }).raw().toBuffer()
      await session.run({ images: new Tensor('uint8', pixels, [1, side, side, 3]) })
    }
  port.postMessage('done')
})
port.postMessage('ready')
