import { parentPort, workerData } from 'node:worker_threads'
import { type Drawing, drawRegions } from './draw-regions.ts'

if (!parentPort) throw new Error('this file is started as a worker thread')
// Given by drawInThread, in this form.
const { picture, regions } = workerData as Drawing
drawRegions(picture, regions)
parentPort.postMessage(picture.pixels, [picture.pixels.buffer as ArrayBuffer])
