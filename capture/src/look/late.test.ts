// @vitest-environment happy-dom
import { h, render } from 'preact'
import { afterEach, describe, expect, it } from 'vitest'
import { createLatePage } from './late.tsx'

const root = document.createElement('div')
afterEach(() => render(null, root))

const shown = () => expect.poll(() => root.textContent)
const press = (name: string) => {
  const buttons = [...root.querySelectorAll('button')]
  buttons.find((one) => [one.textContent, one.getAttribute('aria-label')].includes(name))?.click()
}

/** A script that comes only while there is signal. */
function script() {
  const signal = { isThere: false }
  const load = async () => {
    if (!signal.isThere) throw new TypeError('Failed to fetch dynamically imported module')
    return ({ part }: { part: string }) => h('p', null, `Page of the ${part}`)
  }
  return { signal, ...createLatePage(load) }
}

describe('createLatePage', () => {
  it('offers the way back and another try where the script does not come', async () => {
    const { signal, LatePage } = script()
    let backs = 0
    render(h(LatePage, { part: 'door', onBack: () => backs++ }), root)
    await shown().toContain('This page could not be loaded')
    press('Back')
    expect(backs).toBe(1)
    signal.isThere = true
    press('Try again')
    await shown().toBe('Page of the door')
  })

  it('shows at once what was fetched before', async () => {
    const { signal, LatePage, prefetch } = script()
    signal.isThere = true
    prefetch()
    await new Promise((resolve) => setTimeout(resolve))
    signal.isThere = false
    render(h(LatePage, { part: 'door', onBack: () => {} }), root)
    expect(root.textContent).toBe('Page of the door')
  })
})
