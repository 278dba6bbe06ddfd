import { coverageOf } from '../../analysis/coverage.ts'
import {
  deletedExample,
  EXAMPLE_VALUES,
  type Examples,
  pagingExample,
} from '../../core/contracts/examples.ts'
import { TASK_NAMES } from '../../core/contracts/tasks.ts'
import { damageExample } from '../../findings/damages/examples.ts'
import { partExample, relatedImageExample } from '../../findings/parts/examples.ts'
import { pricingExample } from '../../findings/pricing/examples.ts'
import { severityExample } from '../../findings/severities/examples.ts'
import { viewExample } from '../../findings/views/examples.ts'
import { imageExample } from '../../inspection/images/examples.ts'
import { compliancesExample, taskExample } from '../../inspection/tasks/examples.ts'
import { vehicleExample } from '../../inspection/vehicles/examples.ts'

const { inspection_id, part_id, pricing_id, subject, time, later } = EXAMPLE_VALUES

const summary = {
  id: inspection_id,
  object_type: 'INSPECTION',
  created_at: time,
  deleted_at: null,
  owner_id: subject,
  creator_id: subject,
  status: 'NOT_STARTED',
  inspection_type: 'check_in_check_out',
  additional_data: { dossier: '2026-0815' },
  images: [imageExample],
}

const pricing = { labor_cost: { details: { hood: pricingExample }, total_price: 180 } }

const whole = {
  ...summary,
  images: [{ ...imageExample, views: [viewExample], rendered_outputs: [] }],
  accident_nature: null,
  related_inspection_id: null,
  usage_duration: null,
  damage_areas: [],
  tasks: [taskExample, compliancesExample],
  vehicle: { ...vehicleExample, vin_warnings: [], repair_estimate: 180 },
  damages: [{ ...damageExample, severity_level: 1, related_images: [relatedImageExample] }],
  parts: [
    {
      ...partExample,
      part_operation: {
        id: pricing_id,
        created_at: later,
        deleted_at: null,
        part_id,
        name: 'repair',
        labour_details: { t1: 0, t2: 0.5, paint_hours: 4.2, labour_hours: 4.7 },
        pieces_OEM_cost: null,
        total_cost: 180,
        severity: 2,
      },
      related_images: [relatedImageExample],
    },
  ],
  wheel_analysis: [],
  severity_results: [severityExample],
  documents: [],
  pricing,
  coverage: coverageOf([{ ...imageExample, detailed_viewpoint: null }]),
  pdf_generation_ready: false,
  pdf_url: null,
  version: 1,
}

const empty = {
  ...whole,
  images: [],
  coverage: coverageOf([]),
  tasks: [
    { ...taskExample, images: [], arguments: { damage_score_threshold: 0.3 } },
    { ...compliancesExample, images: [] },
  ],
  damages: [],
  parts: [],
  severity_results: [],
  pricing: null,
}

const reportData = {
  agent_first_name: 'Ada',
  agent_company: 'Alder Rentals',
  vehicle_owner_last_name: 'Moreau',
  mileage: { value: 41250, unit: 'km' },
  date_of_start: '2026-11-14',
}

const creations: Examples['createInspection'] = [
  {
    summary: 'An inspection for a capture app',
    body: {
      tasks: {
        damage_detection: {
          status: 'NOT_STARTED',
          damage_score_threshold: 0.3,
          callbacks: [
            {
              url: 'https://hooks.example.com/walkaround',
              headers: { 'X-Key': '1' },
              callback_event: 'STATUS_SET_TO_DONE',
            },
          ],
        },
      },
      vehicle: {
        brand: 'Alpine',
        model: 'A110',
        plate: 'AB-123-CD',
        vin: 'VFAAAAAAAAA000001',
        vehicle_type: 'coupe',
        mileage: { value: 41250, unit: 'km' },
      },
      inspection_type: 'check_in_check_out',
      additional_data: { dossier: '2026-0815' },
    },
    answer: { status: 201, body: empty },
  },
  {
    summary: 'A task that does not exist',
    body: { tasks: { polishing: { status: 'NOT_STARTED' } } },
    answer: { problem: 'task_unknown', params: { task_name: 'polishing', known: TASK_NAMES } },
  },
  { summary: 'Without a token', body: { tasks: {} }, as: null, answer: { problem: 'token_missing' } },
  {
    summary: 'Without the permission',
    body: { tasks: {} },
    as: 'reader',
    answer: { problem: 'permission_missing', params: { permission: 'monk_core_api:inspections:create' } },
  },
]

export const inspectionExamples: Examples = {
  createInspection: creations,
  listInspections: [
    {
      summary: 'Your latest inspections',
      query: { limit: '1', show_deleted: 'false' },
      answer: { status: 200, body: { data: [summary], paging: pagingExample(inspection_id) } },
    },
    {
      summary: 'With vehicle, damages and prices',
      query: { limit: '1', show_deleted: 'false', verbose: '1' },
      answer: {
        status: 200,
        body: {
          data: [
            {
              ...summary,
              vehicle: { ...vehicleExample, vin_warnings: [] },
              plate: 'AB-123-CD',
              damages: [damageExample],
              parts: [partExample],
              pricing,
              pdf_url: null,
            },
          ],
          paging: pagingExample(inspection_id),
        },
      },
    },
    {
      summary: 'A filter that does not exist',
      query: { colour: 'red' },
      answer: {
        problem: 'request_invalid',
        errors: [{ field: 'colour', message: 'must NOT have additional properties' }],
      },
    },
  ],
  countInspections: [
    {
      summary: 'All inspections that are not deleted',
      query: { show_deleted: 'false' },
      answer: { status: 200, body: { total: 42, sub_count: { NOT_STARTED: 3, IN_PROGRESS: 1, DONE: 38 } } },
    },
  ],
  getInspection: [{ summary: 'The whole inspection', answer: { status: 200, body: whole } }],
  updateInspection: [
    {
      summary: 'Store the duration of the capture',
      body: { additional_data: { capture_duration: 94 } },
      answer: {
        status: 200,
        body: {
          id: inspection_id,
          object_type: 'INSPECTION',
          additional_data: { dossier: '2026-0815', capture_duration: 94 },
          version: 2,
        },
      },
    },
    {
      summary: 'Changed by someone else in the meantime',
      headers: { 'If-Match': '"999"' },
      body: { additional_data: { capture_duration: 94 } },
      answer: { problem: 'version_stale', params: { version: 1 } },
    },
  ],
  validateInspection: [
    {
      summary: 'Accept everything that was found',
      after: 'inspection done',
      answer: {
        status: 200,
        body: {
          id: inspection_id,
          object_type: 'INSPECTION',
          status: 'VALIDATED',
          tasks: [taskExample, compliancesExample].map((task) => ({
            ...task,
            status: 'VALIDATED',
            started_at: time,
            done_at: later,
            version: 5,
          })),
          version: 4,
        },
      },
    },
    {
      summary: 'Tasks have not started',
      answer: {
        problem: 'inspection_not_done',
        errors: [
          { field: 'tasks.damage_detection', message: 'is NOT_STARTED' },
          { field: 'tasks.compliances', message: 'is NOT_STARTED' },
        ],
      },
    },
  ],
  updatePdfData: [
    {
      summary: 'Agent and owner',
      body: reportData,
      answer: { status: 200, body: { id: inspection_id, object_type: 'PDF_DATA', ...reportData } },
    },
  ],
  deleteInspection: [
    {
      summary: 'Created by mistake',
      answer: { status: 200, body: deletedExample(inspection_id, 'INSPECTION') },
    },
  ],
}
