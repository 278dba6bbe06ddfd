import { readFile, stat } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { checkFile } from './check-file.ts'
import type { FileToCheck } from './check-in-thread.ts'

/** Larger than any report this service makes; a file is held in memory once. */
const FILE_BYTES_MAX = 40 * 1024 * 1024

// Only `checkInThread` starts this thread, and with exactly this.
const { file, authorities } = workerData as FileToCheck
const { size } = await stat(file)
if (size > FILE_BYTES_MAX) throw new Error(`it is larger than ${FILE_BYTES_MAX} bytes`)
parentPort?.postMessage(await checkFile(await readFile(file), authorities))
