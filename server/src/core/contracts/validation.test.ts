import { describe, expect, it } from 'vitest'
import { CreateImage } from '../../inspection/images/schema.ts'
import { CreateInspection } from '../../intake/inspections/schema.ts'
import { compileSchema } from './validation.ts'

describe('a body in the spelling of the specification', () => {
  it.each([
    [
      { imageType: 'close_up', rotateImageBeforeUpload: 'CLOCKWISE_90' },
      { image_type: 'close_up', rotate_image_before_upload: 'CLOCKWISE_90' },
    ],
    [
      { detailedViewpoint: { isExterior: true, centersOn: ['hood'] } },
      { detailed_viewpoint: { is_exterior: true, centers_on: ['hood'] } },
    ],
    [
      { damageArea: { id: 'a', relevantElements: ['front'] } },
      { damage_area: { id: 'a', relevant_elements: ['front'] } },
    ],
    [
      { compliances: { imageQualityAssessment: {}, coverage360: { sightId: 's' } } },
      { compliances: { image_quality_assessment: {}, coverage_360: { sight_id: 's' } } },
    ],
    [
      { tasks: ['damage_detection', { name: 'wheel_analysis', imageDetails: { wheelName: 'w' } }] },
      { tasks: ['damage_detection', { name: 'wheel_analysis', image_details: { wheelName: 'w' } }] },
    ],
    [
      { additionalData: { sightId: 's', nested: { keepMe: 1 } } },
      { additional_data: { sightId: 's', nested: { keepMe: 1 } } },
    ],
  ])('%j is read as %j', (given, expected) => {
    const acquisition = { strategy: 'download_from_url', url: 'https://example.com/a.jpg' }
    expect(compileSchema(CreateImage, 'body')({ acquisition, ...given })).toEqual({
      acquisition,
      ...expected,
    })
  })

  it('is read inside the images and the vehicle of an inspection too', () => {
    const image = {
      acquisition: { strategy: 'upload_multipart_form_keys', fileKey: 'k' },
      imageType: 'close_up',
      additionalData: { a: 1 },
    }
    const body = {
      tasks: { damage_detection: { status: 'TODO', damageScoreThreshold: 1 } },
      images: [image],
      vehicle: { vehicleType: 'suv', marketValue: { value: 1, unit: 'EUR' } },
    }
    expect(compileSchema(CreateInspection, 'body')(body)).toEqual({
      tasks: { damage_detection: { status: 'TODO', damageScoreThreshold: 1 } },
      images: [
        {
          acquisition: { strategy: 'upload_multipart_form_keys', file_key: 'k' },
          image_type: 'close_up',
          additional_data: { a: 1 },
        },
      ],
      vehicle: { vehicle_type: 'suv', market_value: { value: 1, unit: 'EUR' } },
    })
  })
})
