import type { QueryClient } from '@tanstack/react-query'
import { type Client, uploadImage } from '@walkaround/sdk'
import { createStore } from 'zustand/vanilla'
import { inspectionKey } from '../../service/read-inspection.ts'

export type Upload = {
  key: string
  file: File
  /** Shows the picture before the service has it. */
  previewUrl: string
  taskNames: string[]
  state: 'waiting' | 'sending' | 'sent' | 'failed'
  /** Of its bytes, between 0 and 1. */
  sentShare: number
  reason: string | null
}

type UploadState = { uploads: Upload[] }

// More at a time only divide the line, and the service decodes each picture.
const AT_ONCE = 3

export type Uploads = ReturnType<typeof createUploads>

/**
 * Sends pictures a few at a time. The client tries again by itself while the connection is away; what failed for another
 * reason stays here, with the reason, until somebody tries it again or takes it out.
 */
export function createUploads(client: Client, queries: QueryClient, inspectionId: string) {
  const store = createStore<UploadState>(() => ({ uploads: [] }))
  const stop = new AbortController()

  const change = (key: string, changes: Partial<Upload>) =>
    store.setState(({ uploads }) => ({
      uploads: uploads.map((one) => (one.key === key ? { ...one, ...changes } : one)),
    }))

  function sendNext(): void {
    const { uploads } = store.getState()
    const next = uploads.find((one) => one.state === 'waiting')
    if (!next || uploads.filter((one) => one.state === 'sending').length >= AT_ONCE) return
    change(next.key, { state: 'sending', sentShare: 0, reason: null })
    void send(next).finally(sendNext)
    sendNext()
  }

  async function send({ key, file, taskNames }: Upload): Promise<void> {
    try {
      const fields = { name: file.name.replace(/\.[^.]+$/, ''), tasks: taskNames }
      await uploadImage(client, inspectionId, file, fields, {
        signal: stop.signal,
        onProgress: ({ sentBytes, totalBytes }) =>
          change(key, { sentShare: totalBytes > 0 ? sentBytes / totalBytes : 0 }),
      })
      change(key, { state: 'sent', sentShare: 1 })
      void queries.invalidateQueries({ queryKey: inspectionKey(inspectionId) })
    } catch (error) {
      if (stop.signal.aborted) return
      change(key, { state: 'failed', reason: error instanceof Error ? error.message : String(error) })
    }
  }

  function forget(isForgotten: (upload: Upload) => boolean): void {
    const { uploads } = store.getState()
    for (const one of uploads.filter(isForgotten)) URL.revokeObjectURL(one.previewUrl)
    store.setState({ uploads: uploads.filter((one) => !isForgotten(one)) })
  }

  return {
    store,
    add: (files: readonly File[], taskNames: string[]) => {
      const isBusy = store.getState().uploads.some((one) => one.state !== 'sent')
      if (!isBusy) forget(() => true)
      const added = files.map(
        (file): Upload => ({
          key: crypto.randomUUID(),
          file,
          previewUrl: URL.createObjectURL(file),
          taskNames,
          state: 'waiting',
          sentShare: 0,
          reason: null,
        }),
      )
      store.setState(({ uploads }) => ({ uploads: [...uploads, ...added] }))
      sendNext()
    },
    retry: (key: string) => {
      change(key, { state: 'waiting' })
      sendNext()
    },
    takeOut: (key: string) => forget((one) => one.key === key),
    clearSent: () => forget((one) => one.state === 'sent'),
    close: () => {
      stop.abort()
      forget(() => true)
    },
  }
}
