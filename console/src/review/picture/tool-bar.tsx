import {
  type LucideIcon,
  Maximize,
  Minus,
  MousePointer2,
  PenTool,
  Plus,
  Spline,
  SquareDashed,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
import { classes } from '../../look/class-names.ts'
import type { Picture } from '../pictures.ts'
import { useReviewScope, useScreen } from '../review-context.ts'
import { chooseTool, type Tool } from '../screen-store.ts'
import { OriginalButton } from './original-button.tsx'
import { QualityLine } from './quality-line.tsx'
import type { StageControl } from './use-zoom.ts'

const TOOLS: { tool: Tool; icon: LucideIcon; key: string }[] = [
  { tool: 'select', icon: MousePointer2, key: 'Esc' },
  { tool: 'draw', icon: PenTool, key: 'D' },
  { tool: 'box', icon: SquareDashed, key: 'R' },
  { tool: 'edit', icon: Spline, key: 'E' },
]

const touch = 'px-0 max-lg:min-h-[44px] max-lg:min-w-[44px] max-sm:min-w-[40px]'

export function ToolBar({ picture, zoom, stage }: { picture: Picture; zoom: number; stage: StageControl }) {
  const { t, i18n } = useTranslation('review')
  const { screen, actions, finding, canEdit } = useReviewScope()
  const tool = useScreen((state) => state.tool)
  const hasPoints =
    finding?.shapes.some((shape) => shape.imageId === picture.id) && finding.state !== 'rejected'
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 0 })
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-t bg-panel px-2 py-1">
      <div role="toolbar" aria-label={t('tools.label')} className="flex items-center gap-1 max-sm:gap-0">
        {(canEdit ? TOOLS : []).map(({ tool: name, icon: Icon, key }) => (
          <Button
            key={name}
            kind="ghost"
            aria-pressed={tool === name}
            aria-label={t(`tools.${name}`)}
            title={`${t(`tools.${name}`)} (${key})`}
            disabled={name === 'edit' && !hasPoints}
            className={classes(touch, tool === name && 'bg-chosen text-accent')}
            onClick={() => {
              if (name === 'edit') actions.editPoints()
              else {
                actions.commitEdited()
                chooseTool(screen, name)
              }
            }}
          >
            <Icon aria-hidden className="size-4" />
          </Button>
        ))}
        {canEdit ? <span aria-hidden className="mx-1 h-5 w-px bg-line" /> : null}
        <Button
          kind="ghost"
          className={touch}
          aria-label={t('tools.zoom_out')}
          onClick={() => stage.zoomBy(1 / 1.4)}
        >
          <Minus aria-hidden className="size-4" />
        </Button>
        <span className="w-12 text-center max-sm:w-10 text-quiet text-sm tabular-nums">
          {percent.format(zoom)}
        </span>
        <Button
          kind="ghost"
          className={touch}
          aria-label={t('tools.zoom_in')}
          onClick={() => stage.zoomBy(1.4)}
        >
          <Plus aria-hidden className="size-4" />
        </Button>
        <Button kind="ghost" className={touch} aria-label={t('tools.fit')} onClick={stage.fit}>
          <Maximize aria-hidden className="size-4" />
        </Button>
        <OriginalButton picture={picture} className={touch} />
      </div>
      <QualityLine picture={picture} />
    </div>
  )
}
