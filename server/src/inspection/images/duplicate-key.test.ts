import { describe, expect, it } from 'vitest'
import { duplicateKeyOf } from './duplicate-key.ts'
import { readImageTasks } from './image-tasks.ts'
import type { CreateImage } from './schema.ts'

const BYTES = 'a'.repeat(64)
const base: CreateImage = {
  acquisition: { strategy: 'upload_multipart_form_keys', file_key: 'image' },
  image_type: 'beauty_shot',
  tasks: ['damage_detection', { name: 'compliances', image_details: { sight_id: 's-1', n: 1 } }],
  additional_data: { sight_id: 's-1', created_at: '2026-01-01', label: { en: 'Front' } },
}
const keyOf = (change: Partial<CreateImage> = {}, sha256 = BYTES) => {
  const input = { ...base, ...change }
  return duplicateKeyOf(sha256, input, readImageTasks(input.tasks))
}

describe('duplicateKeyOf', () => {
  it.each<[string, Partial<CreateImage>]>([
    ['time and label', { additional_data: { sight_id: 's-1', created_at: '2027', label: { fr: 'Avant' } } }],
    ['the name of the file part', { acquisition: { strategy: 'upload_multipart_form_keys', file_key: 'b' } }],
    ['where the bytes come from', { acquisition: { strategy: 'download_from_url', url: 'https://a.b/c' } }],
    [
      'order and spelling of tasks, and waiting',
      {
        tasks: [
          { name: 'compliances', image_details: { n: 1, sight_id: 's-1' }, wait_for_result: true },
          { name: 'damageDetection' },
        ],
      },
    ],
    [
      'what is the default',
      { image_type: null, rotate_image_before_upload: 'NO_ROTATION', image_subtype: null, name: null },
    ],
  ])('is the same whatever is said about %s', (_, change) => {
    expect(keyOf(change)).toBe(keyOf())
  })

  it('differs for everything that makes another image', () => {
    const keys = [
      keyOf(),
      keyOf({}, 'b'.repeat(64)),
      keyOf({ name: 'n' }),
      keyOf({ additional_data: { sight_id: 's-2' } }),
      keyOf({ additional_data: { id: 's-1' } }),
      keyOf({ compliances: { coverage_360: { sight_id: 's-2' } } }),
      keyOf({ additional_data: { sight_id: 's-1', frame_index: 1 } }),
      keyOf({ additional_data: { sight_id: 's-1', frame_index: 2 } }),
      keyOf({ image_type: 'close_up' }),
      keyOf({ image_subtype: 'close_up_part' }),
      keyOf({ image_subtype: 'close_up_damage' }),
      keyOf({ image_sibling_key: 'k' }),
      keyOf({ rotate_image_before_upload: 'CLOCKWISE_90' }),
      keyOf({ detailed_viewpoint: { centers_on: ['hood'] } }),
      keyOf({ damage_area: 1 }),
      keyOf({ tasks: ['damage_detection'] }),
      keyOf({ tasks: ['damage_detection', { name: 'compliances', image_details: { sight_id: 's-2' } }] }),
    ]
    expect(new Set(keys).size).toBe(keys.length)
  })
})
