import { useQueryClient } from '@tanstack/react-query'
import { type StreamEvent, streamInspectionEvents } from '@walkaround/sdk'
import { useEffect, useEffectEvent } from 'react'
import { inspectionKey } from './read-inspection.ts'
import { useClient } from './service-context.ts'

const GATHER_MS = 300
const FIRST_LOOK_MS = 3000

/** Reads the inspection again when something happens to it, once for many things at a time. */
export function useLiveEvents(inspectionId: string, onEvent?: (event: StreamEvent) => void): void {
  const client = useClient()
  const queries = useQueryClient()
  const tell = useEffectEvent((event: StreamEvent) => onEvent?.(event))
  useEffect(() => {
    const stop = new AbortController()
    const queryKey = inspectionKey(inspectionId)
    const read = () => queries.invalidateQueries({ queryKey })
    // What happened between the first reading and the start of the stream was told to nobody.
    let timer = setTimeout(read, FIRST_LOOK_MS)
    const readAgain = () => {
      clearTimeout(timer)
      timer = setTimeout(read, GATHER_MS)
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
      // From here on nobody tells of a change, so the next page begins with a reading of its own.
      void queries.invalidateQueries({ queryKey, refetchType: 'none' })
    }
  }, [client, queries, inspectionId])
}
