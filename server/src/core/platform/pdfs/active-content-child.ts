// The program in which PDFs from strangers are looked at, one after the other. It is started under limits, may be killed at
// any moment, knows no secret and can read no file: each PDF comes on standard input, behind eight bytes with its length.
import { findActiveContent } from './active-content.ts'

const LENGTH_BYTES = 8

const beginning = Buffer.alloc(LENGTH_BYTES)
let pdf: Buffer | null = null
let filled = 0

function take(chunk: Buffer): void {
  for (let at = 0; at < chunk.length; ) {
    const target = pdf ?? beginning
    const copied = chunk.copy(target, filled, at)
    at += copied
    filled += copied
    if (filled < target.length) continue
    filled = 0
    if (pdf) answer(pdf)
    pdf = pdf ? null : Buffer.alloc(Number(beginning.readBigUInt64BE()))
  }
}

function answer(whole: Buffer): void {
  const found = findActiveContent(whole)
  const { user, system } = process.cpuUsage()
  const cpuMs = (user + system) / 1000
  process.stdout.write(`${JSON.stringify({ found, cpuMs, residentBytes: process.memoryUsage.rss() })}\n`)
}

process.stdin.on('data', take)
// The parent is gone.
process.stdin.on('end', () => process.exit())
