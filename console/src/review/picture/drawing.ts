import { boxOf, cornersOf, type Point } from '../geometry.ts'
import type { ScreenStore } from '../screen-store.ts'
import type { Actions } from '../use-actions.ts'

/** A box is done with its second corner; a polygon when it is closed. */
export function putPoint(screen: ScreenStore, actions: Actions, point: Point): void {
  const { tool, draft } = screen.getState()
  const [first] = draft
  if (tool === 'box' && first) {
    const box = boxOf([first, point])
    if (box.width > 0 && box.height > 0) actions.askDrawn(cornersOf(box))
    return
  }
  screen.setState({ draft: [...draft, point] })
}

export function closeDraft(screen: ScreenStore, actions: Actions): void {
  const { draft } = screen.getState()
  if (draft.length > 2) actions.askDrawn([...draft])
}
