import type { IncomingMessage } from 'node:http'

const VERSION = '/v1'
/** A proxy may name the host in the request's target (RFC 9112, 3.2.2). */
const HOST = /^https?:\/\/[^/?#]*/i

/**
 * Clients may be configured without the version. Their paths are rewritten before the router sees them, so that every
 * route exists once, with its limits, its name in the log and its links.
 */
export function createVersionAlias() {
  const roots = new Set<string>()
  return {
    /** Paths that begin as a route does, such as `/v1` or `/docs`, are left alone. */
    noteRoute: ({ url }: { url: string }): void => {
      roots.add(rootOf(url))
    },
    rewriteUrl: ({ url = '/' }: IncomingMessage): string => {
      const target = url.replace(HOST, '')
      return target.startsWith('/') && !roots.has(rootOf(target)) ? VERSION + target : target
    },
  }
}

function rootOf(url: string): string {
  return url.split(/[/?#]/, 2)[1] ?? ''
}
