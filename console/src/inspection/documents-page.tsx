import { Documents } from './documents/documents.tsx'
import { Editing } from './editing.tsx'

export function DocumentsPage() {
  return (
    <Editing>
      <Documents />
    </Editing>
  )
}
