import { viewMarkup } from '@walkaround/catalog/diagram/drawing'
import { views } from '@walkaround/catalog/diagram/views'
import { bodyOf } from '@walkaround/catalog/vehicle-types'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { isDamaged, WHEEL_NAMES, type Wheel, type WheelName } from './wheels-model.ts'

/** Of the length of the car. */
const AXLES = { front: 0.2, back: 0.78 }
const TIRE = { length: 0.14, width: 0.14 }
const NO_LEVELS = new Map()

/** The car with its nose up: left is left. Never mirrored, whichever way the text runs. */
export function CarFromAbove({
  vehicleType,
  wheels,
}: {
  vehicleType: string | null
  wheels: Map<WheelName | null, Wheel>
}) {
  const { t } = useTranslation('wheels')
  const {
    width: length,
    height: breadth,
    markup,
  } = useMemo(() => {
    const { top } = views(bodyOf(vehicleType))
    return { ...top, markup: viewMarkup(top, NO_LEVELS) }
  }, [vehicleType])
  const pad = breadth * 0.12
  return (
    <svg
      role="img"
      aria-label={t('diagram')}
      viewBox={`${-pad} ${-pad} ${breadth + 2 * pad} ${length + 2 * pad}`}
      className="mx-auto h-auto max-h-[34rem] w-full max-w-56"
    >
      {WHEEL_NAMES.map((name) => {
        const wheel = wheels.get(name)
        const [long, wide] = [TIRE.length * length, TIRE.width * breadth]
        const axle = name.includes('front') ? AXLES.front : AXLES.back
        const x = name.endsWith('left') ? -wide * 0.45 : breadth - wide * 0.55
        const isBad = wheel ? isDamaged(wheel) : null
        return (
          <rect
            key={name}
            x={x}
            y={axle * length - long / 2}
            width={wide}
            height={long}
            rx={wide * 0.3}
            className={
              isBad
                ? 'fill-severe stroke-on-severe'
                : isBad === false
                  ? 'fill-quiet'
                  : 'fill-panel stroke-quiet'
            }
            strokeWidth={3}
            strokeDasharray={isBad === null ? '8 6' : undefined}
          />
        )
      })}
      <g
        transform={`translate(${breadth} 0) rotate(90)`}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: made by our own catalog from nothing but its own numbers
        dangerouslySetInnerHTML={{ __html: markup }}
      />
    </svg>
  )
}
