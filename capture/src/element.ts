/**
 * `<walkaround-capture link="…">`: the capture app inside the page of another app. It tells what happens as events; the photos
 * and the secret of the link stay inside.
 */
class WalkaroundCapture extends HTMLElement {
  static observedAttributes = ['link']
  #frame: HTMLIFrameElement | undefined

  connectedCallback(): void {
    addEventListener('message', this.#onMessage)
    this.#show()
  }

  disconnectedCallback(): void {
    removeEventListener('message', this.#onMessage)
    this.#frame?.remove()
    this.#frame = undefined
  }

  attributeChangedCallback(): void {
    if (this.isConnected) this.#show()
  }

  #show(): void {
    const link = this.getAttribute('link') ?? ''
    this.#frame?.remove()
    this.#frame = undefined
    if (!isLink(link)) {
      console.error('walkaround-capture: `link` must be a capture link of', SERVICE)
      return
    }
    const frame = document.createElement('iframe')
    frame.title = this.getAttribute('frame-title') ?? 'Walkaround'
    frame.allow = `camera ${SERVICE}; geolocation ${SERVICE}; screen-wake-lock ${SERVICE}; accelerometer ${SERVICE}`
    frame.referrerPolicy = 'no-referrer'
    Object.assign(frame.style, { border: '0', display: 'block', width: '100%', height: '100%' })
    if (getComputedStyle(this).display === 'inline')
      Object.assign(this.style, { display: 'block', height: '100dvh' })
    frame.src = link
    this.#frame = frame
    ;(this.shadowRoot ?? this.attachShadow({ mode: 'open' })).append(frame)
  }

  #onMessage = ({ source, origin, data }: MessageEvent<unknown>) => {
    if (origin !== SERVICE || !this.#frame || source !== this.#frame.contentWindow || !isTold(data)) return
    const { type, detail } = data
    this.dispatchEvent(new CustomEvent(`walkaround-${type}`, { detail, bubbles: true, composed: true }))
  }
}

/** This script comes from the service, and shows nothing of anybody else. */
const SERVICE = new URL(import.meta.url).origin

function isLink(link: string): boolean {
  if (!URL.canParse(link)) return false
  const { origin, pathname, hash } = new URL(link)
  return origin === SERVICE && pathname === '/capture' && hash.length > 1
}

function isTold(data: unknown): data is { type: string; detail: unknown } {
  return typeof data === 'object' && data !== null && 'walkaround' in data && 'type' in data
}

if (!customElements.get('walkaround-capture')) customElements.define('walkaround-capture', WalkaroundCapture)
