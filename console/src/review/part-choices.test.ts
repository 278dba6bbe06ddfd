import { labels } from '@walkaround/catalog/labels'
import { expect, it } from 'vitest'
import { partChoices } from './part-choices.ts'

const { parts } = labels('en')
const offered = (typed: string, ...given: Parameters<typeof partChoices>) =>
  partChoices(...given)
    .map(({ id }) => id)
    .filter((id) => parts[id].toLowerCase().includes(typed))

it.each([
  ['front', 'bumper_front'],
  ['front_left', 'bumper_front'],
  ['back', 'bumper_back'],
  ['back_right', 'bumper_back'],
] as const)('"bump" on a picture from the %s offers %s first', (side, part) => {
  expect(offered('bump', side, ['bumper_back', 'bumper_front'])[0]).toBe(part)
  expect(offered('bump', side, ['bumper_back'])[0]).toBe(part)
})

it('offers the doors of the side that is seen', () => {
  expect(offered('door', 'left', [])[0]).toMatch(/_left$/)
  expect(offered('door', 'right', ['door_front_left'])[0]).toMatch(/_right$/)
})

it('offers every part once, and not to know last', () => {
  const ids = partChoices('left', ['hood', 'door_front_left']).map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.at(-1)).toBe('ignore')
  expect(ids).not.toContain('background')
})
