import { Damages } from './damages/damages.tsx'
import { Editing } from './editing.tsx'

export function DamagesPage() {
  return (
    <Editing>
      <Damages />
    </Editing>
  )
}
