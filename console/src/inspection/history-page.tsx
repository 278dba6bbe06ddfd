import { Editing } from './editing.tsx'
import { History } from './history/history.tsx'

export function HistoryPage() {
  return (
    <Editing>
      <History />
    </Editing>
  )
}
