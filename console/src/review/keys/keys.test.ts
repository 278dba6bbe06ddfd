import { describe, expect, it } from 'vitest'
import { isBareLetter, isTyping, pressedKey, shownKey } from './keys.ts'

const pressed = (key: string, held: KeyboardEventInit = {}) =>
  pressedKey(new KeyboardEvent('keydown', { key, ...held }))

describe('keys', () => {
  it.each([
    [pressed('a'), 'a'],
    [pressed('A', { shiftKey: true }), 'Shift+a'],
    // With Caps Lock on and Shift not held.
    [pressed('A'), 'a'],
    [pressed('z', { ctrlKey: true }), 'Ctrl+z'],
    [pressed('Z', { metaKey: true, shiftKey: true }), 'Ctrl+Shift+z'],
    // Where these characters are depends on the keyboard; Shift may or may not be part of it.
    [pressed('?', { shiftKey: true }), '?'],
    [pressed('+', { shiftKey: true }), '+'],
    [pressed('ArrowLeft', { shiftKey: true }), 'Shift+ArrowLeft'],
    [pressed('1'), '1'],
  ])('%s is %s', (name, expected) => {
    expect(name).toBe(expected)
  })

  it.each([
    ['Ctrl+Shift+z', 'Ctrl + Shift + Z'],
    ['+', '+'],
    [' ', 'Space'],
    ['Shift+ArrowLeft', 'Shift + ←'],
    ['Escape', 'Esc'],
  ])('shows %j as %j', (key, shown) => {
    expect(shownKey(key)).toBe(shown)
  })

  it('switches off single characters, and nothing that needs Ctrl or has a name', () => {
    expect(['a', 'Shift+a', '1', '?'].every(isBareLetter)).toBe(true)
    expect(['Ctrl+z', 'Escape', 'ArrowLeft', 'Shift+ArrowLeft', 'Enter'].some(isBareLetter)).toBe(false)
  })

  it('lets keys alone where they write or choose', () => {
    document.body.innerHTML = `<input id="text"><input id="check" type="checkbox"><button id="button"></button>
      <div role="dialog"><button id="in-dialog"></button></div>`
    const typing = (id: string, key: string) => isTyping(document.getElementById(id), key)
    expect(typing('text', 'a')).toBe(true)
    expect(typing('text', 'Ctrl+z')).toBe(true)
    expect(typing('text', 'Ctrl+Enter')).toBe(false)
    expect(typing('check', 'a')).toBe(false)
    expect(typing('button', 'a')).toBe(false)
    expect(typing('in-dialog', 'a')).toBe(true)
    expect(typing('in-dialog', 'Ctrl+k')).toBe(true)
    expect(isTyping(null, 'a')).toBe(false)
  })
})
