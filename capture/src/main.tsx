import { render } from 'preact'
import { App } from './app.tsx'
import { isEmbedded } from './host-page.ts'
import { listWalks } from './kept/walks.ts'
import { NoLink } from './screens/no-link.tsx'
import { Plain } from './screens/plain.tsx'
import './style.css'
import { openStore } from './walk/store.ts'
import { guessLanguage, loadWords, SpeakContext } from './words/words.ts'
import { installWorker } from './worker-updates.ts'

const root = document.getElementById('root')
if (!root) throw new Error('the page has no root')

// Another link in the same tab is another walk.
addEventListener('hashchange', () => location.reload())
await installWorker()
const secret = location.hash.slice(1)
try {
  if (secret) show(<App store={await openStore(secret)} />)
  else await say(<NoLink walks={(await listWalks()).filter(({ finished }) => !finished)} />)
} catch (error) {
  console.error(error)
  const openAlone = () => window.open(location.href, '_blank', 'noreferrer')
  const actions = isEmbedded() ? ({ action: 'noStorage.open', onAction: openAlone } as const) : {}
  await say(<Plain icon="warn" title="noStorage.title" text="noStorage.text" {...actions} />)
}

async function say(screen: preact.JSX.Element): Promise<void> {
  const speak = await loadWords(guessLanguage())
  show(<SpeakContext.Provider value={speak}>{screen}</SpeakContext.Provider>)
}

/** In the place of what the page says until its script runs. */
function show(screen: preact.JSX.Element): void {
  document.getElementById('opening')?.remove()
  if (root) render(screen, root)
}
