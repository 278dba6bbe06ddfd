import { Wheels } from './wheels/wheels.tsx'

export function WheelsPage() {
  return <Wheels />
}
