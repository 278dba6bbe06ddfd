import { parentPort, workerData } from 'node:worker_threads'
import { compare } from './method/compare.ts'

// The sides and grids as run-compare.ts sends them.
parentPort?.postMessage(compare(workerData.earlier, workerData.later, workerData.grids))
