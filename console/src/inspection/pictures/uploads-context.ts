import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import type { Upload, Uploads } from './uploads.ts'

export const UploadsContext = createContext<Uploads | null>(null)

export function useUploads(): Uploads {
  const uploads = useContext(UploadsContext)
  if (!uploads) throw new Error('Pictures were sent from outside of an inspection.')
  return uploads
}

export function useUploadList(): Upload[] {
  return useStore(useUploads().store, (state) => state.uploads)
}
