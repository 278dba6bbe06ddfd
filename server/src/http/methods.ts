import { Problem } from '../core/contracts/problems.ts'
import type { App } from '../core/platform/app.ts'

export const WRITES: ReadonlySet<string> = new Set(['POST', 'PATCH', 'DELETE'])

/** A path that exists for other methods says which (RFC 9110, 15.5.6). Nothing is read for a path that does not exist. */
export function registerMethods(app: App): void {
  const methodsOf = new Map<string, { path: RegExp; methods: Set<string> }>()
  app.addHook('onRoute', ({ url, method }) => {
    // The preflight's route, which every path has.
    if (url === '*') return
    const route = methodsOf.get(url) ?? { path: pathPattern(url), methods: new Set() }
    methodsOf.set(url, route)
    for (const name of [method].flat()) route.methods.add(name)
  })
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return
    const path = request.url.split('?', 1)[0] ?? ''
    const routes = [...methodsOf.values()].filter((route) => route.path.test(path))
    const allowed = new Set(routes.flatMap((route) => [...route.methods]))
    if (allowed.size === 0) throw new Problem('not_found')
    reply.header('allow', [...allowed, 'OPTIONS'].sort().join(', '))
    throw new Problem('method_not_allowed')
  })
}

function pathPattern(url: string): RegExp {
  const segments = url.split('/').map((segment) => {
    if (segment === '*') return '.*'
    return segment.startsWith(':') ? '[^/]*' : segment.replace(/[^\w-]/g, '\\$&')
  })
  return new RegExp(`^${segments.join('/')}$`)
}
