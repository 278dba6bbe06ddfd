import { describe, expect, it } from 'vitest'
import { filled } from '../test/filled.ts'
import * as wire from '../test/wire.ts'
import { normalize } from './normalize.ts'

describe('normalize, by operation', () => {
  it.each([
    [
      'createInspection',
      { id: 'i-1', object_type: 'INSPECTION' },
      { id: 'i-1', result: 'i-1', entities: { inspections: { 'i-1': { id: 'i-1' } } } },
    ],
    [
      'countInspections',
      { total: 7, sub_count: { in_progress: 3 } },
      { result: null, total: 7, subCount: { in_progress: 3 }, entities: {} },
    ],
    [
      'updateInspection',
      { id: 'i-1', object_type: 'INSPECTION', additional_data: { capture_duration: 3 } },
      {
        id: 'i-1',
        result: 'i-1',
        entities: { inspections: { 'i-1': { id: 'i-1', additionalData: { capture_duration: 3 } } } },
      },
    ],
    [
      'deleteDamage: the effect on the estimate stands beside the record',
      {
        id: 'd-1',
        object_type: 'DAMAGE',
        deleted: true,
        deleted_at: 't',
        parts: [],
        estimate_effect: { currency: 'EUR', before: 3, after: 1, difference: -2 },
      },
      {
        result: 'd-1',
        estimateEffect: { currency: 'EUR', before: 3, after: 1, difference: -2 },
        entities: { damages: { 'd-1': { id: 'd-1', deleted: true, parts: [] } } },
      },
    ],
    [
      'listHistory',
      {
        data: [
          {
            id: 'h-1',
            object_type: 'HISTORY_ENTRY',
            type: 'damage.updated',
            item_id: 'd-1',
            changes: { damage_type: { before: 'dent', after: 'scratch' } },
          },
        ],
        paging: { next: null },
      },
      {
        result: ['h-1'],
        paging: { next: null },
        entities: {
          historyEntries: {
            'h-1': {
              id: 'h-1',
              type: 'damage.updated',
              itemId: 'd-1',
              changes: { damageType: { before: 'dent', after: 'scratch' } },
            },
          },
        },
      },
    ],
    [
      'updatePdfData',
      {
        id: 'i-1',
        object_type: 'PDF_DATA',
        agent_first_name: 'Ada',
        mileage: { value: 1, unit: 'km' },
        vin_or_registering: 'V',
        own_key: { own_too: 1 },
      },
      {
        result: 'i-1',
        pdfData: {
          agentFirstName: 'Ada',
          mileage: { value: 1, unit: 'km' },
          vinOrRegistering: 'V',
          ownKey: { own_too: 1 },
        },
        entities: {},
      },
    ],
    [
      'updatePdfData with nothing stored',
      { id: 'i-1', object_type: 'PDF_DATA' },
      { result: 'i-1', pdfData: {}, entities: {} },
    ],
    [
      'deleteImages',
      {
        message: '1 deleted',
        deleted_image_ids: ['a', 'b'],
        failed: [{ image_id: 'c', reason: 'not_found' }],
      },
      {
        result: ['a', 'b'],
        message: '1 deleted',
        failed: [{ imageId: 'c', reason: 'not_found' }],
        entities: { images: { a: { id: 'a', deleted: true }, b: { id: 'b', deleted: true } } },
      },
    ],
    [
      'updateDamageArea',
      { id: 'area-1', object_type: 'DAMAGE_AREA', relevant_elements: ['hood'] },
      {
        result: 'area-1',
        entities: { damageAreas: { 'area-1': { id: 'area-1', relevantElements: ['hood'] } } },
      },
    ],
    [
      'createDamage',
      {
        id: 'd-1',
        object_type: 'DAMAGE',
        damage_type: 'dent',
        part_type: 'hood',
        part_ids: ['p-1'],
      },
      {
        result: 'd-1',
        entities: {
          damages: { 'd-1': { id: 'd-1', damageType: 'dent', partType: 'hood', parts: ['p-1'] } },
        },
      },
    ],
    [
      'createSeverityPricing and updateSeverityPricing',
      wire.severityResult,
      {
        result: 'severity-1',
        entities: {
          severityResults: {
            'severity-1': {
              id: 'severity-1',
              label: 'bumper_front',
              isUserModified: true,
              relatedItemId: 'part-1',
              value: {
                customSeverity: { level: 2, pricing: 120, repairOperation: { T1: 1, REPLACE: false } },
              },
            },
          },
        },
      },
    ],
    [
      'createPricing and updatePricing',
      wire.price,
      {
        result: 'pricing-1',
        entities: {
          pricings: {
            'pricing-1': {
              id: 'pricing-1',
              relatedItemType: 'part',
              relatedItemId: 'part-1',
              pricing: 120,
              operations: ['painting'],
              hours: { PAINT_HARD: 1.5 },
            },
          },
        },
      },
    ],
    [
      'updateVehicle',
      { id: 'v-1', object_type: 'VEHICLE' },
      { result: 'v-1', entities: { vehicles: { 'v-1': { id: 'v-1' } } } },
    ],
    [
      'createReport',
      { id: 'i-1', object_type: 'REPORT', report_id: 'r-1', status: 'IN_PROGRESS' },
      {
        result: 'r-1',
        entities: { reports: { 'r-1': { id: 'r-1', inspectionId: 'i-1', status: 'IN_PROGRESS' } } },
      },
    ],
    [
      'getReport',
      { id: 'i-1', object_type: 'REPORT', report_id: 'r-1', pdf_url: 'https://api.example/r.pdf' },
      {
        result: 'r-1',
        entities: {
          reports: { 'r-1': { id: 'r-1', inspectionId: 'i-1', pdfUrl: 'https://api.example/r.pdf' } },
        },
      },
    ],
  ])('%s', (_operation, answer, expected) => {
    expect(filled(answer)).toEqual(expected)
  })

  it.each([
    ['deleteInspection', 'INSPECTION', 'inspections'],
    ['deleteImage', 'IMAGE', 'images'],
    ['deleteView', 'VIEW', 'views'],
    ['deletePricing', 'PRICING', 'pricings'],
  ])('%s', (_operation, object_type, map) => {
    expect(filled({ id: 'x', object_type, deleted: true, deleted_at: 'T' })).toEqual({
      ...(map === 'inspections' ? { id: 'x' } : {}),
      result: 'x',
      entities: { [map]: { x: { id: 'x', deleted: true } } },
    })
  })

  it.each([{}, { parts: [] }])('deleteDamage with %j', (said) => {
    const answer = { id: 'x', object_type: 'DAMAGE', deleted: true, deleted_at: 'T', ...said }
    expect(filled(answer).entities).toEqual({ damages: { x: { id: 'x', deleted: true, parts: [] } } })
  })

  it('getInspection: every nested object is a record and leaves its id', () => {
    const { entities, result } = normalize(wire.inspection)
    expect(result).toBe('inspection-1')
    expect(entities.inspections['inspection-1']).toEqual({
      id: 'inspection-1',
      createdAt: wire.inspection.created_at,
      deletedAt: null,
      ownerId: 'google-oauth2|1097',
      creatorId: 'google-oauth2|1097',
      status: 'IN_PROGRESS',
      inspectionType: 'claim',
      relatedInspectionId: null,
      usageDuration: 3,
      damageAreas: [{ id: 'area-1', relevantElements: ['front_left'] }],
      additionalData: { damage_detection_version: 'v2', pdf_data: { agent_first_name: 'Ada' } },
      images: ['image-1'],
      tasks: ['task-1', 'task-2'],
      vehicle: 'vehicle-1',
      damages: ['damage-1'],
      parts: ['part-1'],
      wheelAnalysis: ['wheel-1'],
      severityResults: ['severity-1'],
      documents: ['document-1'],
      pricing: { labor_cost: { details: { bumper_front: 'pricing-1' }, totalPrice: 120 }, flat_rate: null },
    })
    expect(entities.images['image-1']).toMatchObject({ views: ['view-1'], renderedOutputs: ['rendered-1'] })
    expect(Object.keys(entities.renderedOutputs)).toEqual(['rendered-2', 'rendered-1'])
    expect(entities.documents['document-1']).toMatchObject({ content: { vin_number: 'VF3' } })
    expect(entities.parts['part-1']).toMatchObject({
      damageIds: ['damage-1'],
      partOperation: { labourDetails: { t1: 2, paintHours: 1.5 }, piecesOemCost: 210 },
    })
  })

  it('listInspections: short forms without object_type are records too', () => {
    const summary = {
      id: 'i-1',
      object_type: 'INSPECTION',
      images: [],
      damages: [{ id: 'd-1', damage_type: 'dent', part_ids: ['p-1'], damage_size_cm: null }],
      parts: [{ id: 'p-1', part_type: 'hood' }],
    }
    const { entities, result } = normalize({
      data: [summary, { ...summary, id: 'i-0' }],
      paging: wire.paging,
    })
    expect(result).toEqual(['i-1', 'i-0'])
    expect(entities.inspections['i-0']).toMatchObject({ damages: ['d-1'], parts: ['p-1'] })
    expect(entities.damages['d-1']).toEqual({
      id: 'd-1',
      damageType: 'dent',
      damageSizeCm: null,
      parts: ['p-1'],
      partType: 'hood',
    })
  })

  it('listTasks: a task under two names is one record', () => {
    const tasks = {
      images_ocr: wire.ocrTask,
      image_ocr: wire.ocrTask,
      damage_detection: wire.task,
      pricing: null,
    }
    const { entities, result } = normalize(tasks)
    expect(result).toEqual(['task-2', 'task-1'])
    expect(Object.keys(entities.tasks)).toEqual(['task-2', 'task-1'])
    expect(normalize({}).result).toEqual([])
  })

  it('getTask and updateTask: arguments and details of images stay as they are', () => {
    const { entities, result } = normalize(wire.task)
    expect(result).toBe('task-1')
    expect(entities.tasks['task-1']).toMatchObject({
      inspectionId: 'inspection-1',
      confidencePreExecutionStatus: 'NOT_STARTED',
      images: [{ imageId: 'image-1', details: { viewpoint_name: 'front', viewpoint_details: { a_b: 1 } } }],
      arguments: { damage_score_threshold: 0.3, generate_visual_output: { generate_parts: true } },
      errorMessages: ['error-1'],
    })
    expect(entities.errorMessages['error-1']).toEqual({ id: 'error-1', message: 'gave up', errorCode: 500 })
  })

  it('createImage, getImage and updateImage', () => {
    const { entities, result } = normalize(wire.image)
    expect(result).toBe('image-1')
    const image = entities.images['image-1']
    expect(image).toMatchObject({
      inspection: { id: 'inspection-1' },
      rotateImageBeforeUpload: 'NO_ROTATION',
      tasks: ['damage_detection', 'compliances'],
      compliances: wire.image.compliances,
      additionalData: wire.image.additional_data,
      detailedViewpoint: { isExterior: true, centersOn: ['hood'] },
      damageArea: { id: 'area-1', relevantElements: ['front_left'] },
      odometer: { confidenceScore: 0.97 },
      warningLights: { activatedWarningLights: ['ABS'], lightToScore: { ABS: 0.7, door_open: 0.1 } },
    })
    expect(image).not.toHaveProperty('inspectionId')
    expect(image).not.toHaveProperty('objectType')
  })

  it('listImages: ids in order and paging', () => {
    const images = [wire.image, { ...wire.image, id: 'image-0' }]
    expect(normalize({ data: images, paging: wire.paging })).toMatchObject({
      result: ['image-1', 'image-0'],
      paging: {
        cursors: { next: { limit: 2, after: 'image-2', paginationOrder: 'desc' }, previous: null },
        next: 'image-2',
        previous: null,
      },
    })
  })

  it('createView: the region is lifted into the view', () => {
    const { entities } = normalize(wire.view)
    expect(entities.views['view-1']).toEqual({
      id: 'view-1',
      createdAt: wire.view.created_at,
      deletedAt: null,
      createdBy: 'algo',
      elementId: 'damage-1',
      imageRegionId: 'region-1',
      imageId: 'image-1',
      damageId: 'damage-1',
      boundingBox: { xmin: 10, ymin: 20, width: 30, height: 40 },
      polygons: wire.region.specification.polygons,
      renderedOutputs: ['rendered-2'],
    })
  })
})
