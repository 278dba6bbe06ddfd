import { issueOf, measure } from '../camera/quality.ts'
import { viewPast } from '../camera/target.ts'
import { askForMotion } from '../camera/use-level.ts'
import { deleteShotsOf, keepShot, updateShot } from '../kept/shots.ts'
import { restartWalk, updateWalk } from '../kept/walks.ts'
import type { Act } from './actions.ts'
import type { WalkStore } from './store.ts'

export function createActions(store: WalkStore, moves: Pick<Act, 'show' | 'back' | 'speak'>): Act {
  const walkOf = () => store.get().walk
  const changed = async () => {
    await store.refresh()
    store.wake()
  }
  return {
    ...moves,
    start: () => {
      const isAgreed = walkOf().consentedAtMs !== null
      if (isAgreed) askForMotion()
      moves.show({ name: isAgreed ? 'camera' : 'consent' })
    },
    agree: async (sharesLocation) => {
      askForMotion()
      // Asks the browser not to clear what is kept here when the disk gets full.
      navigator.storage?.persist?.().catch(() => {})
      await updateWalk(walkOf().id, () => ({ consentedAtMs: Date.now(), sharesLocation }))
      await store.refresh()
      moves.show({ name: 'camera' })
    },
    skip: async (step) => {
      await updateWalk(walkOf().id, ({ skipped }) => ({ skipped: [...skipped, step] }))
      await store.refresh()
      moves.show({ name: 'camera' })
    },
    keep: async (body, { picture, thumbnail, grey }) => {
      const issue = grey ? issueOf(measure(grey)) : null
      const shot = await keepShot({ walkId: walkOf().id, body, thumbnail, issue }, picture)
      await changed()
      return shot
    },
    accept: async (shot) => {
      await updateShot(shot.number, { isAccepted: true })
      await store.refresh()
      moves.show(viewPast(shot.place, store.get()))
    },
    tell: async ({ step, imageId }, { value, unit }) => {
      const said = { imageId, value, unit, isSent: false }
      await updateWalk(walkOf().id, ({ told }) => ({ told: { ...told, [step]: said } }))
      await changed()
    },
    finish: async () => {
      await updateWalk(walkOf().id, () => ({ wantsFinish: true, refusedFor: [] }))
      await changed()
    },
    tryNow: async () => {
      await updateWalk(walkOf().id, () => ({ end: null }))
      await changed()
    },
    startAgain: async () => {
      await restartWalk(walkOf().id)
      moves.show({ name: 'welcome' })
      await changed()
    },
    deleteKept: async () => {
      await deleteShotsOf(walkOf().id)
      await store.refresh()
    },
  }
}
