import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { compare, type Search } from './method/compare.ts'

const { earlier, later, gridSide } = workerData

// The network is in the thread that run-compare.ts is in.
const search: Search = async (imageIds) => {
  if (!parentPort || imageIds.length === 0) return new Map()
  parentPort.postMessage({ imageIds })
  const [grids] = await once(parentPort, 'message')
  return grids
}

parentPort?.postMessage(await compare(earlier, later, gridSide, search))
