import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from '../frame/announcer.tsx'
import { toast } from '../look/toast.ts'
import type { CompareFacts } from './compare-facts.ts'
import { isOpen, type Place } from './compare-model.ts'
import type { Change } from './edits/place-edit.ts'
import { leavePlace } from './screen-store.ts'
import { seenPairOf } from './stage/seen.ts'
import { viewOf, zoomView } from './stage/view.ts'
import { usePlaceName } from './use-place-name.ts'
import { canBeCharged, isNotCharged, type Verdict } from './verdicts.ts'

export type Actions = ReturnType<typeof useActions>

const TOAST_MS = 4000
const STEP_PERCENT = 5

/** All that can be done on the screen, by key and by hand alike. */
export function useActions(scope: CompareFacts) {
  const { t } = useTranslation('compare')
  const navigate = useNavigate({ from: '/compare/$comparisonId' })
  const nameOf = usePlaceName()
  return useMemo(() => {
    const { compared, place, queue, screen, canEdit, pairIndex } = scope
    const { places } = compared

    const choose = (number: number | null) => {
      if (number === place?.number) return
      leavePlace(screen)
      void navigate({ search: number === null ? {} : { place: number }, replace: true })
    }
    const show = (placeId: string) => choose(places.find(({ id }) => id === placeId)?.number ?? null)
    const nextAfter = (from: Place | null, fits: (one: Place) => boolean): Place | undefined => {
      const at = from ? places.findIndex(({ id }) => id === from.id) : -1
      return [...places.slice(at + 1), ...places.slice(0, Math.max(at, 0))].find(fits)
    }
    const say = (text: string) => {
      announce(text)
      toast.message(text, {
        id: 'decision',
        duration: TOAST_MS,
        // Below are the answers.
        position: 'top-center',
        action: { label: t('keys.undo'), onClick: () => undo() },
      })
    }
    const decide = (one: Place, change: Change, said: string, isMovingOn = true) => {
      if (!canEdit) return
      queue.run({ placeId: one.id, changes: [change] })
      screen.setState({ asked: null, isNoting: false })
      say(t(`said.${said}`, { name: nameOf(one) }))
      if (!isMovingOn) return
      const next = nextAfter(one, (other) => isOpen(other) && other.id !== one.id)
      if (next) choose(next.number)
    }
    const undo = () => {
      const undone = queue.undo()
      if (!undone) return
      show(undone.placeId)
      announce(t('said.undone'))
    }
    const redo = () => {
      const redone = queue.redo()
      if (redone) show(redone.placeId)
    }
    const charge = (reason?: string) => {
      if (!place || !canEdit || !place.isDamage || !canBeCharged(place.verdict)) return
      const isChargeable = !place.isChargeable
      // What could not be seen is no evidence: whoever charges it all the same says why.
      if (isChargeable && isNotCharged(place.verdict) && !reason) return screen.setState({ asked: 'charge' })
      decide(
        place,
        { isChargeable, ...(reason ? { reason } : {}) },
        isChargeable ? 'charged' : 'not_charged',
        false,
      )
    }
    return {
      choose,
      step: (by: 1 | -1) => {
        const at = places.findIndex(({ id }) => id === place?.id)
        const next = at < 0 ? places.at(0) : places[at + by]
        if (next) choose(next.number)
      },
      stepPair: (by: 1 | -1) => {
        const next = pairIndex + by
        if (!place || next < 0 || next >= place.pairs.length) return
        screen.setState({ look: 'place', ownLook: 'place' })
        void navigate({
          search: { place: place.number, ...(next > 0 ? { pair: next } : {}) },
          replace: true,
        })
      },
      agree: () => {
        if (!place) return
        if (!isOpen(place)) {
          const next = nextAfter(place, isOpen)
          return next ? choose(next.number) : undefined
        }
        decide(place, { verdict: place.verdict }, 'agreed')
      },
      /** Those that cost nobody anything. */
      agreeWithRest: () => {
        const rest = places.filter(
          (one) => isOpen(one) && (one.verdict === 'unchanged' || one.verdict === 'repaired'),
        )
        if (!canEdit || rest.length === 0) return
        queue.runAll(rest.map(({ id, verdict }) => ({ placeId: id, changes: [{ verdict }] })))
        say(t('said.agreed_many', { count: rest.length }))
      },
      answer: (verdict: Verdict) => {
        if (!place || !canEdit || !place.isDamage) return
        if (verdict === place.proposedVerdict) return decide(place, { verdict }, 'agreed')
        screen.setState({ asked: verdict, isNoting: false })
      },
      giveReason: (reason: string) => {
        const { asked } = screen.getState()
        if (!place || !asked) return
        if (asked === 'charge') return charge(reason)
        decide(place, { verdict: asked, reason }, 'changed')
      },
      reject: () => {
        if (place?.isDamage) decide(place, { isDamage: false }, 'rejected')
      },
      restore: () => {
        if (place && !place.isDamage) decide(place, { isDamage: true }, 'restored', false)
      },
      reopen: () => {
        if (place?.decision) decide(place, { verdict: null }, 'reopened', false)
      },
      charge: () => charge(),
      askReason: (placeId: string) => {
        show(placeId)
        screen.setState({ asked: 'charge', isNoting: false })
      },
      saveNote: (note: string) => {
        if (place) decide(place, { note: note.trim() || null }, 'noted', false)
      },
      undo,
      redo,
      zoomBy: (factor: number) => {
        const { leader } = seenPairOf(scope)
        const { frame, look } = screen.getState()
        if (!leader || !frame) return
        const { picture, sighting } = leader
        const view = viewOf(look, sighting.box, picture, frame)
        const middle = [frame.width / 2, frame.height / 2] as const
        screen.setState({ look: zoomView(view, factor, middle, { picture, frame }) })
      },
      switchWhole: () =>
        screen.setState(({ look }) => {
          const next = look === 'whole' ? 'place' : 'whole'
          return { look: next, ownLook: next }
        }),
      /** The edge of the swipe, or how much shows through. */
      slide: (by: 1 | -1, isFine: boolean) =>
        screen.setState(({ mode, edge, share }) => {
          const moved = (mode === 'onion' ? share : edge) + by * (isFine ? 1 : STEP_PERCENT)
          const held = Math.min(Math.max(moved, 0), 100)
          return mode === 'onion' ? { share: held } : { edge: held }
        }),
    }
  }, [scope, navigate, nameOf, t])
}
