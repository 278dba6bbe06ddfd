import { useOutline } from '../outlines.ts'

/** A drawing of the vehicle, if nothing else is said from its front left corner. Its room is kept while it is on its way. */
export function Vehicle({ vehicleType, azimuth = 45 }: { vehicleType: string | null; azimuth?: number }) {
  const drawing = useOutline(vehicleType, azimuth)
  return (
    <div
      class="vehicle"
      aria-hidden="true"
      dir="ltr"
      {...(drawing ? { dangerouslySetInnerHTML: { __html: drawing } } : {})}
    />
  )
}
