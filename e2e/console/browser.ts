import { type Browser, chromium } from 'playwright-core'

/** The same engine as in the browser with windows, for half the processor time. */
export const BROWSER = '/usr/bin/chromium-headless-shell'
/** Letters stand where they stand in the browser with windows. */
export const BROWSER_ARGS = ['--no-sandbox', '--disable-gpu', '--font-render-hinting=slight'] as const

let launched: Promise<Browser> | undefined

/** One for all files of a test process, which ends it when it is told to end itself. */
export function launchBrowserOnce(): Promise<Browser> {
  launched ??= launch()
  return launched
}

async function launch(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: BROWSER,
    args: [...BROWSER_ARGS],
    // By itself Playwright closes the browser then, and leaves the process running.
    handleSIGTERM: false,
  })
  process.once('SIGTERM', async () => {
    await browser.close()
    process.exit()
  })
  return browser
}
