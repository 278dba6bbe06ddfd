import { Problem } from '../core/contracts/problems.ts'
import type { App } from '../core/platform/app.ts'
import { WRITES } from './methods.ts'

const TAG = /(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"/g
const TAGS = /^(W\/)?"[\x21\x23-\x7e\x80-\xff]*"(\s*,\s*(W\/)?"[\x21\x23-\x7e\x80-\xff]*")*$/
const VERSION = /^(\d{1,10})(-[0-9a-f]{16})?$/

/** Hands the versions of `If-Match` to the operation, which compares them with the row it has locked. */
export function registerVersions(app: App): void {
  app.addHook('preValidation', async (request) => {
    const header = request.headers['if-match']
    if (header === undefined || !WRITES.has(request.method) || !request.ctx) return
    if (!request.routeOptions.config.versioned) throw new Problem('precondition_unsupported')
    request.ctx = { ...request.ctx, versions: readIfMatch(header) }
  })
}

/**
 * The versions a caller accepts, or null when any will do. A tag that is not of this service, and a weak one, match
 * nothing (RFC 9110, 13.1.1). Only the version counts: the digest behind it differs between forms of the same thing.
 */
export function readIfMatch(header: string): number[] | null {
  const text = header.trim()
  if (text === '*') return null
  if (!TAGS.test(text))
    throw new Problem('request_invalid', {}, [
      { field: 'If-Match', message: 'must be * or a list of entity tags such as "3"' },
    ])
  return [...text.matchAll(TAG)].flatMap(([, weak, tag]) => {
    const version = weak ? null : VERSION.exec(tag ?? '')
    return version ? [Number(version[1])] : []
  })
}
