import type { App } from '../core/platform/app.ts'
import type { Tracer } from '../core/platform/traces.ts'

/** A span for each request of the API, below the caller's own where it sends a `traceparent`. */
export function traceRequests(app: App, tracer: Tracer | null): void {
  app.decorateRequest('span', null)
  if (!tracer) return
  app.addHook('onRequest', async (request) => {
    const route = request.routeOptions.url ?? 'none'
    request.span = tracer.start(`${request.method} ${route}`, 'server', request.headers.traceparent, {
      'http.request.method': request.method,
      'http.route': route,
      'walkaround.request_id': request.id,
    })
  })
  app.addHook('onResponse', async (request, reply) => {
    const status = reply.statusCode
    request.span?.end({ 'http.response.status_code': status }, status >= 500 ? `${status}` : undefined)
  })
  // A client that hangs up gets no response.
  app.addHook('onRequestAbort', async (request) => request.span?.end({}, 'aborted'))
}
