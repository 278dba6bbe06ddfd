import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative } from 'node:path'
import type { FastifyReply } from 'fastify'

/** The names of the files in it change with what is in them. */
export const ASSETS = 'assets/'
const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** The files of a built app by name; none where it was not built. */
export function readBuilt(dir: string): Map<string, Buffer> {
  const names = listFiles(dir)
  return new Map(names.map((name) => [name, readFileSync(join(dir, name))]))
}

function listFiles(dir: string): string[] {
  try {
    return readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(dir, join(entry.parentPath, entry.name)))
  } catch {
    // It was not built: the service runs without it.
    return []
  }
}

export function sendBuilt(reply: FastifyReply, name: string, bytes: Buffer, policy: string) {
  return reply
    .headers({
      'cache-control': name.startsWith(ASSETS) ? 'public, max-age=31536000, immutable' : 'no-cache',
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    .type(TYPES[extname(name)] ?? 'application/octet-stream')
    .send(bytes)
}
