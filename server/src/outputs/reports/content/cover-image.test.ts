import { describe, expect, it } from 'vitest'
import type { ImageRow } from '../../../inspection/images/queries.ts'
import { coverImageOf } from './cover-image.ts'

/** What of an image says where it was taken. */
function image(id: string, told: Partial<ImageRow>): ImageRow {
  const nothing = {
    image_type: 'beauty_shot',
    image_sibling_key: null,
    detailed_viewpoint: null,
    additional_data: {},
    compliances: null,
    has_vehicle: null,
  }
  // The rest of the row is not asked for.
  return { ...nothing, ...told, id } as ImageRow
}
const from = (id: string, alpha: number, told: Partial<ImageRow> = {}) =>
  image(id, { additional_data: { alpha }, ...told })

describe('coverImageOf', () => {
  it.each([
    [
      'a front corner before any other side',
      [from('back', 180), from('left', 90), from('corner', 45)],
      'corner',
    ],
    ['the front left before the front right', [from('right', 315), from('left', 45)], 'left'],
    [
      'a whole view before a close-up of a better side',
      [from('near', 45, { image_type: 'close_up' }), from('back', 180)],
      'back',
    ],
    [
      'a whole view before the sight of a part',
      [image('tire', { additional_data: { sight_id: 'all-9cw4tn4s' } }), from('back', 180)],
      'back',
    ],
    [
      'a picture that says nothing before a close-up',
      [from('near', 45, { image_type: 'close_up' }), image('plain', {})],
      'plain',
    ],
    ['one that shows a vehicle', [from('wall', 45, { has_vehicle: false }), from('back', 180)], 'back'],
    [
      'one that passed its checks',
      [from('a', 45, { compliances: { compliance_status: 'non_compliant' } }), from('b', 45)],
      'b',
    ],
    ['a close-up where there is nothing else', [from('near', 45, { image_type: 'close_up' })], 'near'],
  ])('takes %s', (_, images, id) => {
    expect(coverImageOf(images)).toBe(id)
    expect(coverImageOf(images.toReversed())).toBe(id)
  })

  it('is null without a picture', () => {
    expect(coverImageOf([])).toBeNull()
  })
})
