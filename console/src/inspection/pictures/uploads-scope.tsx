import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { useClient } from '../../service/service-context.ts'
import { useInspection } from '../inspection-context.ts'
import { createUploads, type Uploads } from './uploads.ts'
import { UploadsContext } from './uploads-context.ts'

/** Pictures go on being sent while somebody looks at another page of the inspection. */
export function UploadsScope({ children }: { children: ReactNode }) {
  const client = useClient()
  const queries = useQueryClient()
  const { inspectionId } = useInspection()
  const [uploads, setUploads] = useState<Uploads | null>(null)
  useEffect(() => {
    const opened = createUploads(client, queries, inspectionId)
    setUploads(opened)
    return opened.close
  }, [client, queries, inspectionId])
  if (!uploads) return null
  return (
    <UploadsContext value={uploads}>
      <AskBeforeLeaving uploads={uploads} />
      {children}
    </UploadsContext>
  )
}

function AskBeforeLeaving({ uploads }: { uploads: Uploads }) {
  const isBusy = useStore(uploads.store, (state) => state.uploads.some((one) => one.state !== 'sent'))
  useEffect(() => {
    if (!isBusy) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isBusy])
  return null
}
