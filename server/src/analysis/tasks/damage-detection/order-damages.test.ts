import type { Viewpoint } from '@walkaround/catalog/image-types'
import { describe, expect, it } from 'vitest'
import { analyzedImage } from '../../../../test/analyzed-image.ts'
import { orderDamages } from './order-damages.ts'

type Result = Parameters<typeof orderDamages>[1][number]['result']
const image = (id: string, alpha: number | null, fields: object = {}, result: Result = {}) => ({
  image: analyzedImage({ id, additional_data: alpha === null ? {} : { alpha }, ...fields }),
  result,
})
const damage = (name: string, ...seen: [image_id: string, xmin: number, ymin?: number][]) => ({
  name,
  views: seen.map(([image_id, xmin, ymin = 0]) => ({
    image_id,
    bounding_box: { xmin, ymin, width: 10, height: 10 },
    polygons: [],
    confidence: 0.5,
  })),
})
const names = (damages: { name: string }[]) => damages.map(({ name }) => name)

describe('orderDamages', () => {
  it('goes around the vehicle from the front over its left side, then from left to right', () => {
    const images = [image('right', 270), image('unknown', null), image('left', 90), image('front', 0)]
    const damages = [
      damage('1', ['right', 10]),
      damage('2', ['unknown', 10]),
      damage('3', ['left', 200]),
      damage('4', ['front', 10]),
      damage('5', ['left', 10, 50]),
      damage('6', ['left', 10, 20]),
    ]
    expect(names(orderDamages(damages, images))).toEqual(['4', '6', '5', '3', '1', '2'])
  })

  it('goes by the surest view', () => {
    const damages = [damage('1', ['left', 10], ['front', 10]), damage('2', ['front', 20])]
    expect(names(orderDamages(damages, [image('front', 0), image('left', 90)]))).toEqual(['2', '1'])
  })

  it('puts a close-up after the picture it belongs to, once', () => {
    const images = [
      image('near', null, { image_type: 'close_up', image_sibling_key: 'k' }),
      image('back', 180),
      image('front', 0, { image_sibling_key: 'k' }),
      image('front again', 10, { image_sibling_key: 'k' }),
    ]
    const damages = [damage('1', ['back', 10]), damage('2', ['near', 10]), damage('3', ['front', 10])]
    expect(names(orderDamages(damages, images))).toEqual(['3', '2', '1'])
  })

  it('goes by the side that the pixels show, where neither a person nor a walk-around tells another', () => {
    const seenAs = (prediction: Viewpoint) => ({ seen_view: { prediction, confidence: 0.9 } })
    const images = [
      image('uploaded first', null, {}, seenAs('right')),
      image('second', null, {}, seenAs('back')),
      image('said by a person', null, { seen_from: 'back_left' }, seenAs('front')),
      image('frame', 90, {}, seenAs('front')),
      image('last', null, {}, seenAs('front_left')),
    ]
    const damages = images.map((each) => damage(each.image.id, [each.image.id, 10]))
    expect(names(orderDamages(damages, images))).toEqual([
      'last',
      'frame',
      'said by a person',
      'second',
      'uploaded first',
    ])
  })
})
