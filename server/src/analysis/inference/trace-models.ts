import type { Span, Tracer } from '../../core/platform/traces.ts'
import type { Models } from './model.ts'

/** The same models, with a span below `parent` for each call. The model server gets its `traceparent`. */
export function traceModels(models: Models, tracer: Tracer, parent: Span): Models {
  return {
    ...models,
    get: (name) => {
      const model = models.get(name)
      return {
        manifest: model.manifest,
        infer: async (inputs) => {
          const attributes = { 'walkaround.model': name, 'walkaround.model_version': model.manifest.version }
          const span = tracer.start(`infer ${name}`, 'client', parent.traceparent, attributes)
          try {
            const outputs = await model.infer(inputs, span?.traceparent)
            span?.end()
            return outputs
          } catch (error) {
            span?.end({}, error)
            throw error
          }
        },
      }
    },
  }
}
