import type { Page } from 'playwright-core'

/** A person with a phone, by what they read and tap. */
export class Walker {
  readonly page: Page
  constructor(page: Page) {
    this.page = page
  }

  button(name: string | RegExp) {
    return this.page.getByRole('button', { name })
  }
  heading(name: string | RegExp) {
    return this.page.getByRole('heading', { name })
  }
  get shutter() {
    return this.button(/^Take photo:/)
  }

  /** With a text to agree to, the button says so. */
  async begin(open: 'Open the camera' | 'Agree and open the camera' = 'Open the camera'): Promise<void> {
    await this.button('Start').click()
    if (open !== 'Open the camera') await this.page.getByText('I agree to these terms').click()
    await this.button(open).click()
  }

  /** Takes the photo that is asked for, when the camera says that it is good. Then something else is asked for. */
  async shoot(): Promise<void> {
    await this.page.getByText('Good. Hold still and shoot').waitFor()
    await this.take()
  }

  async shootBlurred(): Promise<void> {
    await this.page.getByText('Not sharp. Hold still').waitFor()
    await this.take()
  }

  /** Whatever the camera says of it. */
  async take(): Promise<void> {
    const heading = this.page.locator('h1')
    const before = (await heading.textContent()) ?? ''
    await this.shutter.click()
    await heading.filter({ hasNotText: before }).waitFor()
  }
}
