import { describe, expect, it } from 'vitest'
import { seal, unseal } from './sealing.ts'

const FIRST = `k1:${'6f69c2a42a41b46f94e043a124b3a77cdd95fe123304b5dc8c3e3eb98d93c1ee'}`
const SECOND = `k2:${'0b1c39d7a5e24f8890ccab3157dd02f1e6a94b7c85f3162d09a7be4410cfd823'}`
const PLACE = 'webhook_endpoints/alder/1'

describe('sealing', () => {
  it('opens what it sealed, whatever the text', () => {
    for (const text of ['', 'whsec_abc', 'ä€🚗\u0000', 'x'.repeat(100_000)])
      expect(unseal(FIRST, seal(FIRST, text, PLACE), PLACE)).toBe(text)
  })

  it('never seals one text the same way twice, and shows none of it', () => {
    const [one, two] = [seal(FIRST, 'whsec_abcdefgh', PLACE), seal(FIRST, 'whsec_abcdefgh', PLACE)]
    expect(one).not.toBe(two)
    expect(Buffer.from(one.slice(3), 'base64url').includes('whsec')).toBe(false)
  })

  it('seals with the first key and opens with any on the list', () => {
    const old = seal(FIRST, 'text', PLACE)
    const both = `${SECOND},${FIRST}`
    expect(unseal(both, old, PLACE)).toBe('text')
    expect(seal(both, 'text', PLACE)).toMatch(/^k2\./)
    expect(() => unseal(SECOND, old, PLACE)).toThrow('SEALING_KEYS has no key "k1" any more')
  })

  it('does not open at another place', () => {
    const sealed = seal(FIRST, 'text', PLACE)
    expect(() => unseal(FIRST, sealed, 'webhook_endpoints/birch/1')).toThrow()
  })

  it('does not open once a single bit is changed', () => {
    const sealed = Buffer.from(seal(FIRST, 'text', PLACE).slice(3), 'base64url')
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const changed = Buffer.from(sealed)
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(() => unseal(FIRST, `k1.${changed.toString('base64url')}`, PLACE)).toThrow()
    }
  })

  it('does not open under the name of another key with the same bytes', () => {
    const renamed = FIRST.replace('k1:', 'k9:')
    const sealed = seal(FIRST, 'text', PLACE).replace('k1.', 'k9.')
    expect(() => unseal(renamed, sealed, PLACE)).toThrow()
  })

  it('says what is wrong with a cut text or a bad key without quoting it', () => {
    expect(() => unseal(FIRST, 'k1.AAAA', PLACE)).toThrow('cut off')
    expect(() => seal('k1:TOPSECRET', 'text', PLACE)).toThrow(/^a sealing key is not/)
  })
})
