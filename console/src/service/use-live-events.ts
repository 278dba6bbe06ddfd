import { useQueryClient } from '@tanstack/react-query'
import { type StreamEvent, streamInspectionEvents } from '@walkaround/sdk'
import { useEffect, useEffectEvent } from 'react'
import { inspectionKey } from './read-inspection.ts'
import { useClient } from './service-context.ts'

const GATHER_MS = 300

/** Reads the inspection again when something happens to it, once for many things at a time. */
export function useLiveEvents(inspectionId: string, onEvent?: (event: StreamEvent) => void): void {
  const client = useClient()
  const queries = useQueryClient()
  const tell = useEffectEvent((event: StreamEvent) => onEvent?.(event))
  useEffect(() => {
    const stop = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const readAgain = () => {
      clearTimeout(timer)
      timer = setTimeout(
        () => queries.invalidateQueries({ queryKey: inspectionKey(inspectionId) }),
        GATHER_MS,
      )
    }
    const follow = async () => {
      const events = streamInspectionEvents(client, inspectionId, {}, { signal: stop.signal })
      for await (const event of events) {
        tell(event)
        if (!event.type.startsWith('report.')) readAgain()
      }
    }
    // The screen works without: it is read again whenever the window gets the focus.
    follow().catch(() => {})
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [client, queries, inspectionId])
}
