import { Raw } from './raw/raw.tsx'

export function RawPage() {
  return <Raw />
}
