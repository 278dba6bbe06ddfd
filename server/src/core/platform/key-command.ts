import { spawn } from 'node:child_process'

export type KeyVerb = 'wrap' | 'unwrap'

export const KEY_COMMAND_TIMEOUT_MS = 10_000
const OUTPUT_BYTES_MAX = 16_384

/**
 * Gives a line to the operator's program and returns the line it answers with. There is no shell. Its standard error is that of this
 * process and is never quoted: nobody knows what a program says about its input.
 */
export function runKeyCommand(
  command: string,
  verb: KeyVerb,
  line: string,
  timeoutMs = KEY_COMMAND_TIMEOUT_MS,
): Promise<string> {
  const [program = '', ...words] = command.split(/ +/)
  return new Promise((resolve, reject) => {
    // In a process group of its own: what the program has started is ended with it.
    const child = spawn(program, [...words, verb], { stdio: ['pipe', 'pipe', 'inherit'], detached: true })
    const fail = (how: string, cause?: unknown) => {
      clearTimeout(timer)
      reject(new Error(`KEY_COMMAND ${verb} ${how}`, { cause }))
    }
    child.on('error', (error) => fail(`could not be started: ${Object(error).code}`, error))
    const end = (how: string) => {
      fail(how)
      endGroup(child.pid)
      // Whoever has left the group may still hold the other end.
      child.stdout?.destroy()
    }
    const timer = setTimeout(() => end(`took longer than ${timeoutMs} ms`), timeoutMs)
    const chunks: Buffer[] = []
    let sizeBytes = 0
    // A process without a free descriptor for the pipes makes none; 'error' says so.
    child.stdout?.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      sizeBytes += chunk.length
      if (sizeBytes > OUTPUT_BYTES_MAX) end(`answered with more than ${OUTPUT_BYTES_MAX} bytes`)
    })
    child.on('close', (code, signal) => {
      if (code !== 0) return fail(`failed with ${signal ?? `exit code ${code}`}; its standard error says why`)
      clearTimeout(timer)
      resolve(Buffer.concat(chunks).toString('utf8').trim())
    })
    // A program may answer, or fail, without reading to the end.
    child.stdin?.on('error', () => {})
    child.stdin?.end(line)
  })
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended by itself, or runs as another user and has to be left alone.
  }
}
