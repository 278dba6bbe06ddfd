import { useNavigate } from '@tanstack/react-router'
import type { DamageType, PartType } from '@walkaround/sdk'
import { useCallback, useMemo } from 'react'
import { useIsLeaving } from '../frame/use-is-leaving.ts'
import type { Edit, SeverityFields } from './edits/edit.ts'
import type { InspectionEdits, InspectionQueue } from './edits/inspection-edits.ts'
import { boxOf, centerOf, isInside, type Point } from './geometry.ts'
import type { Picture } from './pictures.ts'
import { type Finding, isKept, isOpen, type Review } from './review-model.ts'
import type { ReviewSearch } from './review-search.ts'
import { chooseTool, type ScreenState, type ScreenStore } from './screen-store.ts'

type Given = {
  review: Review
  picture: Picture | null
  finding: Finding | null
  queue: Pick<InspectionQueue, 'run' | 'runAll'> & { getState: () => Pick<InspectionEdits, 'made'> }
  screen: ScreenStore
  canEdit: boolean
}
export type Actions = ReturnType<typeof actionsOf> & { keepZoom: (zoom: number) => void }
type Drawn = NonNullable<ScreenState['drawn']> & { damageType: DamageType }
type Go = (search: ReviewSearch, isNewPlace: boolean) => void

export function useActions({ review, picture, finding, queue, screen, canEdit }: Given): Actions {
  const navigate = useNavigate()
  const isLeaving = useIsLeaving()
  const keepZoom = useCallback(
    (zoom: number) => {
      if (isLeaving()) return
      void navigate({
        to: '/inspections/$inspectionId/review',
        params: { inspectionId: review.id },
        // Whatever else is in the address by now stays.
        search: ({ zoom: _, ...search }) =>
          zoom > 1.01 ? { ...search, zoom: Math.round(zoom * 100) / 100 } : search,
        replace: true,
        resetScroll: false,
      })
    },
    [navigate, isLeaving, review.id],
  )
  return useMemo(() => {
    const go: Go = (search, isNewPlace) =>
      void navigate({
        to: '/inspections/$inspectionId/review',
        params: { inspectionId: review.id },
        search,
        replace: !isNewPlace,
        resetScroll: false,
      })
    return { ...actionsOf({ review, picture, finding, queue, screen, canEdit }, go), keepZoom }
  }, [navigate, keepZoom, review, picture, finding, queue, screen, canEdit])
}

export function actionsOf({ review, picture, finding, queue, screen, canEdit }: Given, go: Go) {
  const { findings, pictures } = review

  function run(edit: Edit): void {
    if (canEdit) queue.run(edit)
  }

  function choose(next: Finding | null, isZoomed = false): void {
    commitEdited()
    screen.setState({ tool: 'select', draft: [], cursor: null, edited: null })
    const shape = next?.shapes.find((one) => one.imageId === picture?.id) ?? next?.shapes[0]
    const image = shape?.imageId ?? picture?.id
    if (isZoomed && shape) screen.setState({ zoomWish: { imageId: shape.imageId, box: shape.box } })
    go({ ...(image ? { image } : {}), ...(next ? { damage: next.id } : {}) }, image !== picture?.id)
  }

  function showPicture(id: string | undefined): void {
    if (!id || id === picture?.id) return
    commitEdited()
    chooseTool(screen, 'select')
    const stays = finding?.shapes.some((shape) => shape.imageId === id)
    go({ image: id, ...(stays && finding ? { damage: finding.id } : {}) }, true)
  }

  /** After a decision: on to the next that nobody has looked at. */
  function goOn(from: Finding): void {
    const at = findings.indexOf(from)
    const next = [...findings.slice(at + 1), ...findings.slice(0, at)].find(isOpen)
    if (next) choose(next, true)
  }

  function setSeverity(of: Finding | null, fields: SeverityFields): void {
    if (!of || of.state === 'rejected' || !canEdit) return
    // A severity is that of a part: one of no part would be that of every damage without one.
    if (!of.partType) screen.setState({ dialog: 'part', afterPart: fields })
    else run({ kind: 'severity', partType: of.partType, severityId: of.severityId, fields })
  }

  function commitEdited(): void {
    const { edited } = screen.getState()
    screen.setState({ edited: null })
    if (!edited?.isChanged) return
    // It may have been saved, and got its id, while its points were moved.
    const viewId = queue.getState().made[edited.viewId]?.viewId ?? edited.viewId
    const shape = findings.flatMap(({ shapes }) => shapes).find((one) => one.viewId === viewId)
    if (!shape) return
    const polygons = edited.polygons.map((polygon) => [...polygon])
    run({ kind: 'redraw', viewId, damageId: shape.damageId, polygons })
  }

  function createDrawn({ imageId, polygon, partType, damageType }: Drawn): void {
    const { isToolKept, tool } = screen.getState()
    const key = queue.run({ kind: 'create', imageId, damageType, partType: partType ?? 'ignore', polygon })
    chooseTool(screen, isToolKept ? tool : 'select', isToolKept)
    go({ image: imageId, damage: key }, false)
  }

  return {
    choose,
    showPicture,
    commitEdited,
    stepPicture: (by: number) => {
      const at = pictures.findIndex((one) => one.id === picture?.id)
      showPicture(pictures[Math.min(Math.max(at + by, 0), pictures.length - 1)]?.id)
    },
    showFirst: () => showPicture(pictures[0]?.id),
    showLast: () => showPicture(pictures.at(-1)?.id),
    stepFinding: (by: 1 | -1) => {
      const kept = findings.filter(isKept)
      const at = kept.findIndex((one) => one.id === finding?.id)
      const next = at < 0 ? (by > 0 ? kept[0] : kept.at(-1)) : kept[(at + by + kept.length) % kept.length]
      if (next) choose(next, true)
    },
    confirm: (of = finding) => {
      if (!of || of.state === 'rejected') return
      if (of.state === 'proposed') run({ kind: 'damage', damageId: of.id, isConfirmed: true })
      goOn(of)
    },
    reject: (of = finding) => {
      if (!of || of.state === 'rejected') return
      run({ kind: 'reject', damageId: of.id })
      goOn(of)
    },
    restore: (of = finding) => {
      if (of?.state === 'rejected') run({ kind: 'restore', damageId: of.id })
    },
    confirmPicture: () => {
      const sure = findings.filter(
        (one) =>
          isOpen(one) &&
          (one.confidence ?? 1) >= review.threshold &&
          one.shapes.some((shape) => shape.imageId === picture?.id),
      )
      if (!canEdit) return
      queue.runAll(sure.map(({ id }) => ({ kind: 'damage', damageId: id, isConfirmed: true })))
      const last = sure.at(-1)
      if (last) goOn(last)
    },
    setLevel: (level: number, of = finding) => {
      if (of?.level !== level) setSeverity(of, { level })
    },
    setCost: (pricing: number | null, of = finding) => setSeverity(of, { pricing }),
    setOperation: (repairOperation: 'repair' | 'replace', of = finding) =>
      setSeverity(of, { repairOperation }),
    switchOperation: (of = finding) =>
      setSeverity(of, { repairOperation: of?.isReplaced ? 'repair' : 'replace' }),
    setType: (damageType: DamageType, of = finding) => {
      const { drawn } = screen.getState()
      screen.setState({ lastType: damageType, dialog: null })
      if (drawn) createDrawn({ ...drawn, damageType })
      else if (of && isKept(of) && of.damageType !== damageType)
        run({ kind: 'damage', damageId: of.id, damageType, isConfirmed: true })
    },
    /** What is drawn stays drawn: one step back, not two. */
    closeDialog: () => screen.setState({ dialog: null, afterPart: null, drawn: null }),
    setPart: (partType: PartType, of = finding) => {
      const { afterPart: fields, drawn } = screen.getState()
      screen.setState({ lastPart: partType, afterPart: null, dialog: null })
      if (drawn) {
        screen.setState({ drawn: { ...drawn, partType }, dialog: 'type' })
        return
      }
      if (of && isKept(of) && of.partType !== partType)
        run({ kind: 'damage', damageId: of.id, partType, isConfirmed: true })
      const severityId = review.severityIds[partType] ?? null
      if (fields && of && isKept(of) && partType !== 'ignore')
        run({ kind: 'severity', partType, severityId, fields })
    },
    /** Nobody's guess is saved: whoever draws says what it is, first on which part. */
    askDrawn: (polygon: Point[]) => {
      if (!canEdit || !picture || polygon.length < 3) return
      screen.setState({ drawn: { imageId: picture.id, polygon, partType: null }, dialog: 'part' })
    },
    deleteView: () => {
      const shape = finding?.shapes.find((one) => one.imageId === picture?.id)
      if (!shape || finding?.state === 'rejected') return
      run({ kind: 'delete_view', viewId: shape.viewId, damageId: shape.damageId })
    },
    editPoints: () => {
      const shape = finding?.shapes.find((one) => one.imageId === picture?.id)
      if (!canEdit || !shape || finding?.state === 'rejected') return
      chooseTool(screen, 'edit')
      screen.setState({ edited: { viewId: shape.viewId, polygons: shape.polygons, isChanged: false } })
    },
    zoomToFinding: () => {
      const shape = finding?.shapes.find((one) => one.imageId === picture?.id)
      if (shape) screen.setState({ zoomWish: { imageId: shape.imageId, box: shape.box } })
    },
  }
}

/** The part a shape seems to be on: the smallest part region under the middle of the shape; else that of a damage it overlaps. */
export function partUnder(review: Review, imageId: string, polygon: readonly Point[]): PartType | null {
  const middle = centerOf(boxOf(polygon))
  const [region] = review.partRegions
    .filter((one) => one.imageId === imageId && isInside(middle, one.polygon))
    .toSorted((a, b) => a.area - b.area)
  if (region) return region.partType
  const neighbour = review.findings.find((one) =>
    one.shapes.some(
      (shape) => shape.imageId === imageId && shape.polygons.some((points) => isInside(middle, points)),
    ),
  )
  return neighbour?.partType ?? null
}
