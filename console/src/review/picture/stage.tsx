import { lazy, type PointerEvent, type Ref, Suspense, useEffect, useImperativeHandle, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from '../../look/class-names.ts'
import { clampPoint, type Point } from '../geometry.ts'
import type { Picture } from '../pictures.ts'
import { useReviewScope, useScreen } from '../review-context.ts'
import { DraftShape } from './draft-shape.tsx'
import { closeDraft, putPoint } from './drawing.ts'
import { PhotoImage } from './photo-image.tsx'
import { ShapeLayer } from './shape-layer.tsx'
import { ToolBar } from './tool-bar.tsx'
import { useGestures } from './use-gestures.ts'
import { type StageControl, useZoom } from './use-zoom.ts'

const PointHandles = lazy(async () => ({ default: (await import('./point-handles.tsx')).PointHandles }))

type Props = { picture: Picture; startZoom: number; control: Ref<StageControl> }

const KEEP_MS = 400
/** So near to its first point a tap closes the shape. */
const POINTER_PX = 12
const FINGER_PX = 24

/** The picture and everything drawn over it. A new picture gets a new stage. */
export function Stage({ picture, startZoom, control }: Props) {
  const { t } = useTranslation('review')
  const { review, screen, actions, finding } = useReviewScope()
  const [tool, isHidden, isBare] = [
    useScreen((state) => state.tool),
    useScreen((state) => state.isHidden),
    useScreen((state) => state.isBare),
  ]
  const wish = useScreen((state) => state.zoomWish)
  const stage = useRef<HTMLDivElement>(null)
  const sheet = useRef<HTMLDivElement>(null)
  const svg = useRef<SVGSVGElement>(null)
  const look = useZoom(stage, sheet, picture, startZoom)
  const isDrawing = tool === 'draw' || tool === 'box'

  useImperativeHandle(control, () => ({ zoomBy: look.zoomBy, panBy: look.panBy, fit: look.fit }), [look])
  useEffect(() => {
    if (wish?.imageId !== picture.id) return
    look.show(wish.box)
    screen.setState({ zoomWish: null })
  }, [wish, picture.id, look.show, screen])
  const isFirst = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address follows the zoom and nothing else
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false
      return
    }
    const timer = setTimeout(() => actions.keepZoom(look.zoom), KEEP_MS)
    return () => clearTimeout(timer)
  }, [look.zoom])

  const placeOf = (event: { clientX: number; clientY: number }): Point => {
    const matrix = svg.current?.getScreenCTM()?.inverse()
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix)
    return clampPoint([x, y], picture)
  }
  const gestures = useGestures(stage, look, {
    canPan: tool === 'select',
    onTap: (event: PointerEvent) => {
      if (isDrawing) {
        const point = placeOf(event)
        const scale = Number(sheet.current?.style.getPropertyValue('--scale')) || 1
        const [first] = screen.getState().draft
        const reach = event.pointerType === 'touch' ? FINGER_PX : POINTER_PX
        const isClosing = first && Math.hypot(first[0] - point[0], first[1] - point[1]) * scale < reach
        if (tool === 'draw' && isClosing && screen.getState().draft.length > 2) closeDraft(screen, actions)
        else putPoint(screen, actions, point)
        return
      }
      const touched = event.target instanceof Element ? event.target.closest('[data-damage]') : null
      const damageId = touched?.getAttribute('data-damage')
      const tapped = review.findings.find((one) => one.id === damageId)
      if (tapped) actions.choose(tapped)
      else if (tool === 'select' && finding) actions.choose(null)
    },
  })

  return (
    <section
      aria-label={t('picture.label', { number: picture.number })}
      className="relative flex min-h-0 min-w-0 flex-1 flex-col overflow-hidden rounded-panel bg-surround"
    >
      <div
        ref={stage}
        {...gestures}
        className={classes(
          'relative min-h-0 flex-1 touch-none select-none overflow-hidden',
          isDrawing ? 'cursor-crosshair' : 'cursor-grab active:cursor-grabbing',
        )}
      >
        <div ref={sheet} className="absolute top-0 left-0 origin-top-left" dir="ltr">
          <PhotoImage picture={picture} zoom={look.zoom} />
          {/* biome-ignore lint/a11y/useSemanticElements: a drawing cannot be a fieldset */}
          <svg
            ref={svg}
            viewBox={`0 0 ${picture.width} ${picture.height}`}
            className="absolute inset-0 size-full overflow-visible"
            role="group"
            aria-label={t('picture.shapes')}
          >
            {isHidden || isBare ? null : <ShapeLayer picture={picture} isInert={isDrawing} />}
            {isDrawing ? <DraftShape picture={picture} placeOf={placeOf} /> : null}
            <Suspense>
              {tool === 'edit' ? <PointHandles picture={picture} placeOf={placeOf} /> : null}
            </Suspense>
          </svg>
        </div>
      </div>
      <ToolBar picture={picture} zoom={look.zoom} stage={look} />
    </section>
  )
}
