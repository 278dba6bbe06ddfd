import type { Language } from '@walkaround/catalog/languages'
import { isLanguage } from '@walkaround/catalog/languages'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { CameraPage } from './camera/camera-page.tsx'
import { findTarget } from './camera/target.ts'
import { useHostPage } from './host-page.ts'
import { createLatePage } from './look/late.tsx'
import { prefetchOutlines } from './outlines.ts'
import { Consent } from './screens/consent.tsx'
import { Done } from './screens/done.tsx'
import { Ended } from './screens/ended.tsx'
import { Plain } from './screens/plain.tsx'
import { Queue } from './screens/queue.tsx'
import { Readings } from './screens/readings.tsx'
import { Summary } from './screens/summary.tsx'
import { Verdict } from './screens/verdict.tsx'
import { Welcome } from './screens/welcome.tsx'
import type { Act, View } from './walk/actions.ts'
import { createActions } from './walk/create-actions.ts'
import type { WalkState, WalkStore } from './walk/store.ts'
import { guessLanguage, loadWords, SpeakContext, speakerOf, useWords } from './words/words.ts'

const damagePage = createLatePage(async () => (await import('./screens/damage.tsx')).DamagePage)
const LANGUAGE_KEY = 'walkaround.capture.language'

export function App({ store }: { store: WalkStore }) {
  const state = useStore(store)
  const { view, show, back } = useView()
  const [chosen, setChosen] = useState<Language | null>(readChosen)
  const told = state.walk.capture?.language
  const speak = useSpeaker(chosen ?? told ?? guessLanguage())
  const act = useMemo(() => createActions(store, { show, back, speak: choose }), [store, show, back])
  usePrefetch(state)
  useHostPage(state)
  return (
    <SpeakContext.Provider value={speak}>
      <Shown state={state} view={view} act={act} />
    </SpeakContext.Provider>
  )

  function choose(language: Language) {
    localStorage.setItem(LANGUAGE_KEY, language)
    setChosen(language)
  }
}

/** What the walk itself decides comes first; then where the person is. */
function Shown({ state, view, act }: { state: WalkState; view: View; act: Act }) {
  const { walk, status } = state
  const t = useWords()
  const [usesFiles, setUsesFiles] = useState(false)
  if (walk.finished) return <Done state={state} act={act} />
  if (walk.end) return <Ended state={state} end={walk.end} act={act} />
  if (!walk.capture) {
    if (!status.waitsFor)
      return (
        <p class="opening" role="status">
          {t('opening')}
        </p>
      )
    const text = status.waitsFor === 'signal' ? 'first.text' : 'first.service'
    return <Plain icon="noSignal" title="first.title" text={text} onAction={act.tryNow} />
  }
  if (walk.wantsFinish) return <Queue state={state} act={act} />
  if (view.name === 'welcome') return <Welcome state={state} act={act} />
  if (view.name === 'consent' || walk.consentedAtMs === null) return <Consent state={state} act={act} />
  if (view.name === 'damage') return <damagePage.LatePage state={state} act={act} onBack={act.back} />
  if (view.name === 'readings') return <Readings state={state} act={act} />
  if (view.name === 'verdict') return <Verdict state={state} place={view.place} act={act} />
  if (view.name === 'camera' && findTarget(state, view))
    return <CameraPage state={state} view={view} act={act} usesFiles={usesFiles} onUseFiles={setUsesFiles} />
  return <Summary state={state} act={act} />
}

function useStore(store: WalkStore): WalkState {
  const [state, setState] = useState(store.get)
  useEffect(() => {
    setState(store.get())
    return store.subscribe(() => setState(store.get()))
  }, [store])
  return state
}

/** Screens are entries of the history, so that the back button of a phone works. */
function useView() {
  const [view, setView] = useState<View>({ name: 'welcome' })
  const moves = useMemo(() => {
    let depth = 0
    return {
      show: (next: View) => {
        depth += 1
        history.pushState(next, '')
        setView(next)
      },
      back: () => (depth > 0 ? history.back() : setView({ name: 'welcome' })),
      left: () => {
        depth -= 1
      },
    }
  }, [])
  useEffect(() => {
    const onPop = ({ state }: PopStateEvent) => {
      moves.left()
      setView(state ?? { name: 'welcome' })
    }
    addEventListener('popstate', onPop)
    return () => removeEventListener('popstate', onPop)
  }, [moves])
  return { view, show: moves.show, back: moves.back }
}

function useSpeaker(language: Language) {
  const [speak, setSpeak] = useState(() => speakerOf('en'))
  useEffect(() => {
    loadWords(language).then((loaded) => {
      document.documentElement.lang = language
      setSpeak(() => loaded)
    })
  }, [language])
  return speak
}

/** Once the link is open there is a signal, and maybe not again. */
function usePrefetch({ walk }: WalkState): void {
  const inspectionId = walk.capture?.inspectionId
  useEffect(() => {
    const { steps = [], vehicleType = null } = walk.capture ?? {}
    const azimuths = steps.flatMap(({ kind, azimuth }) =>
      kind === 'walk' && azimuth !== null ? [azimuth] : [],
    )
    prefetchOutlines(vehicleType, azimuths)
    if (walk.capture) damagePage.prefetch()
  }, [inspectionId])
}

function readChosen(): Language | null {
  const kept = localStorage.getItem(LANGUAGE_KEY) ?? ''
  return isLanguage(kept) ? kept : null
}
