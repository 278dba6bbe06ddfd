import { type Browser, chromium } from 'playwright-core'

let launched: Promise<Browser> | undefined

/** One for all files of a test process, which ends it when it is told to end itself. */
export function launchBrowserOnce(): Promise<Browser> {
  launched ??= launch()
  return launched
}

async function launch(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
    // By itself Playwright closes the browser then, and leaves the process running.
    handleSIGTERM: false,
  })
  process.once('SIGTERM', async () => {
    await browser.close()
    process.exit()
  })
  return browser
}
