import { useMemo } from 'react'
import { clampPoint, type Point } from './geometry.ts'
import type { Key } from './keys/keys.ts'
import { closeDraft, putPoint } from './picture/drawing.ts'
import type { StageControl } from './picture/use-zoom.ts'
import { type ReviewScope, useScreen } from './review-context.ts'
import { chooseTool, type Dialog } from './screen-store.ts'

/** All keys of the screen; the shortcuts dialog and the palette show the same list. */
export function useReviewKeys(scope: ReviewScope, stage: StageControl): Key[] {
  const tool = useScreen((state) => state.tool)
  return useMemo(() => {
    const all = [...drawingKeys(scope, tool), ...generalKeys(scope, stage)]
    return scope.canEdit ? all : all.filter((key) => !key.isEdit)
  }, [scope, stage, tool])
}

const ARROWS: Record<string, Point> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
/** Of the picture's width: how far the crosshair goes with one arrow key. */
const STEP = 0.02
const PAN_PX = 60

function drawingKeys({ screen, actions, picture }: ReviewScope, tool: string): Key[] {
  const isDrawing = tool === 'draw' || tool === 'box'
  const move = (event?: KeyboardEvent) => {
    if (!picture || !event) return
    const [dx, dy] = ARROWS[event.key] ?? [0, 0]
    const far = picture.width * STEP * (event.shiftKey ? 0.1 : 1)
    const [x, y] = screen.getState().cursor ?? [picture.width / 2, picture.height / 2]
    screen.setState({ cursor: clampPoint([x + dx * far, y + dy * far], picture) })
  }
  const put = () => {
    const cursor = screen.getState().cursor ?? (picture && [picture.width / 2, picture.height / 2])
    if (cursor) putPoint(screen, actions, [cursor[0], cursor[1]])
  }
  const arrows = Object.keys(ARROWS)
  return [
    {
      name: 'move_cursor',
      keys: [...arrows, ...arrows.map((key) => `Shift+${key}`)],
      group: 'drawing',
      isEdit: true,
      isOn: isDrawing,
      run: move,
    },
    { name: 'put_point', keys: [' '], group: 'drawing', isEdit: true, isOn: isDrawing, run: put },
    {
      name: 'close_shape',
      keys: ['Enter'],
      group: 'drawing',
      isEdit: true,
      isOn: tool === 'draw',
      run: () => closeDraft(screen, actions),
    },
    {
      name: 'last_point',
      keys: ['Backspace'],
      group: 'drawing',
      isEdit: true,
      isOn: isDrawing,
      run: () => screen.setState((state) => ({ draft: state.draft.slice(0, -1) })),
    },
    {
      name: 'end_editing',
      keys: ['Enter'],
      group: 'drawing',
      isEdit: true,
      isOn: tool === 'edit',
      run: () => {
        actions.commitEdited()
        chooseTool(screen, 'select')
      },
    },
  ]
}

function generalKeys({ screen, actions, queue, finding }: ReviewScope, stage: StageControl): Key[] {
  const open = (dialog: Dialog) => () => screen.setState({ dialog })
  const stepBack = () => {
    const { tool, draft, partFilter } = screen.getState()
    if (draft.length > 0) screen.setState({ draft: [] })
    else if (tool === 'edit') {
      actions.commitEdited()
      chooseTool(screen, 'select')
    } else if (tool !== 'select') chooseTool(screen, 'select')
    else if (partFilter) screen.setState({ partFilter: null })
    else if (finding) actions.choose(null)
  }
  // The picture goes the other way: what is looked at moves as the arrow points.
  const pan = (event?: KeyboardEvent) => {
    const [dx, dy] = ARROWS[event?.key ?? ''] ?? [0, 0]
    stage.panBy(-dx * PAN_PX, -dy * PAN_PX)
  }
  const cost = () => (finding?.partType ? focusCost() : screen.setState({ dialog: 'part' }))
  const level = (value: number): Key => ({
    name: value === 0 ? 'level_none' : `level_${value}`,
    keys: [String(value)],
    group: 'damages',
    isEdit: true,
    isOn: finding !== null,
    run: () => actions.setLevel(value),
  })
  return [
    { name: 'next_picture', keys: ['ArrowRight'], group: 'pictures', run: () => actions.stepPicture(1) },
    { name: 'previous_picture', keys: ['ArrowLeft'], group: 'pictures', run: () => actions.stepPicture(-1) },
    { name: 'first_picture', keys: ['Home'], group: 'pictures', run: actions.showFirst },
    { name: 'last_picture', keys: ['End'], group: 'pictures', run: actions.showLast },
    { name: 'grid', keys: ['g'], group: 'pictures', run: open('grid') },
    { name: 'next_damage', keys: ['j'], group: 'damages', run: () => actions.stepFinding(1) },
    { name: 'previous_damage', keys: ['k'], group: 'damages', run: () => actions.stepFinding(-1) },
    { name: 'confirm', keys: ['a'], group: 'damages', isEdit: true, run: () => actions.confirm() },
    {
      name: 'confirm_picture',
      keys: ['Shift+a'],
      group: 'damages',
      isEdit: true,
      run: actions.confirmPicture,
    },
    { name: 'reject', keys: ['x'], group: 'damages', isEdit: true, run: () => actions.reject() },
    { name: 'restore', keys: ['Shift+x'], group: 'damages', isEdit: true, run: () => actions.restore() },
    ...[1, 2, 3, 0].map(level),
    { name: 'type', keys: ['t'], group: 'damages', isEdit: true, isOn: finding !== null, run: open('type') },
    { name: 'part', keys: ['p'], group: 'damages', isEdit: true, isOn: finding !== null, run: open('part') },
    { name: 'cost', keys: ['c'], group: 'damages', isEdit: true, isOn: finding !== null, run: cost },
    { name: 'operation', keys: ['o'], group: 'damages', isEdit: true, run: () => actions.switchOperation() },
    { name: 'draw', keys: ['d'], group: 'drawing', isEdit: true, run: () => chooseTool(screen, 'draw') },
    {
      name: 'draw_many',
      keys: ['Shift+d'],
      group: 'drawing',
      isEdit: true,
      run: () => chooseTool(screen, 'draw', true),
    },
    { name: 'box', keys: ['r'], group: 'drawing', isEdit: true, run: () => chooseTool(screen, 'box') },
    { name: 'edit', keys: ['e'], group: 'drawing', isEdit: true, run: actions.editPoints },
    { name: 'delete_view', keys: ['Shift+Delete'], group: 'drawing', isEdit: true, run: actions.deleteView },
    { name: 'zoom_in', keys: ['+', '='], group: 'view', run: () => stage.zoomBy(1.4) },
    { name: 'zoom_out', keys: ['-'], group: 'view', run: () => stage.zoomBy(1 / 1.4) },
    { name: 'fit', keys: ['0', 'f'], group: 'view', run: stage.fit },
    { name: 'pan', keys: Object.keys(ARROWS).map((key) => `Shift+${key}`), group: 'view', run: pan },
    { name: 'zoom_damage', keys: ['z'], group: 'view', run: actions.zoomToFinding },
    { name: 'bare', keys: ['b'], group: 'view', run: () => screen.setState({ isBare: true }) },
    {
      name: 'hide',
      keys: ['h'],
      group: 'view',
      run: () => screen.setState((state) => ({ isHidden: !state.isHidden })),
    },
    { name: 'back', keys: ['Escape'], group: 'all', run: stepBack },
    { name: 'undo', keys: ['Ctrl+z'], group: 'all', isEdit: true, run: queue.undo },
    { name: 'redo', keys: ['Ctrl+Shift+z', 'Ctrl+y'], group: 'all', isEdit: true, run: queue.redo },
    { name: 'palette', keys: ['Ctrl+k'], group: 'all', run: open('palette') },
    { name: 'shortcuts', keys: ['?'], group: 'all', run: open('shortcuts') },
    { name: 'validate', keys: ['Ctrl+Enter'], group: 'all', isEdit: true, run: open('validate') },
  ]
}

/** The field is in the row of the chosen damage. */
function focusCost(): void {
  document.querySelector<HTMLInputElement>('[data-cost-of-chosen]')?.focus()
}
