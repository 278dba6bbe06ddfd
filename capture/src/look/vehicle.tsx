import { useOutline } from '../outlines.ts'

/** A drawing of the vehicle, from its front left corner. Its room is kept while it is on its way. */
export function Vehicle({ vehicleType }: { vehicleType: string | null }) {
  const drawing = useOutline(vehicleType, 45)
  return (
    <div
      class="vehicle"
      aria-hidden="true"
      dir="ltr"
      {...(drawing ? { dangerouslySetInnerHTML: { __html: drawing } } : {})}
    />
  )
}
