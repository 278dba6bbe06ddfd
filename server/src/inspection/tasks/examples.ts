import { EXAMPLE_VALUES, type Examples } from '../../core/contracts/examples.ts'

const { inspection_id, image_id, task_id, replay_id, subject, time, later } = EXAMPLE_VALUES

export const taskExample = {
  id: task_id,
  object_type: 'TASK',
  name: 'damage_detection',
  status: 'NOT_STARTED',
  created_at: time,
  started_at: null,
  done_at: null,
  inspection_id,
  images: [{ image_id }],
  arguments: {},
  confidence_pre_execution: null,
  confidence_pre_execution_status: 'NOT_STARTED',
  confidence_post_execution: null,
  error_messages: [],
  waits_for_person: false,
  version: 1,
}

/** The task that every inspection has. */
export const compliancesExample = {
  ...taskExample,
  id: '0199a3c4-5d13-7e90-a2b4-7c6d1f8e3b50',
  name: 'compliances',
}

/** What made the result of the picture. */
const resultExample = {
  image_id,
  origin: 'quality-3',
  provenance: {
    models: [
      {
        name: 'vehicle-detector',
        version: '1',
        sha256: 'cc313b191b2eb45fa990a18bb6c94dc4c21b2c78e9a717d968a05f6e1a58327b',
      },
    ],
    code_version: '0.1.0',
    parameters: { facts: { image_type: 'beauty_shot', sight_id: 'fesc20-H1dfdfvH' } },
    input_sha256: '9a4f2c60d1b7e385a6c8d90217f3be54c6a1d8e07b42f59e3d60c8a7b1f2e493',
  },
}

const path = { task_name: 'damage_detection' }
const compliances = { task_name: 'compliances' }

const replayExample = {
  id: replay_id,
  object_type: 'TASK_REPLAY',
  inspection_id,
  task_name: 'compliances',
  generation: 1,
  status: 'DONE',
  created_at: later,
  created_by: subject,
  done_at: later,
  is_identical: true,
  images: [{ image_id, origin: 'quality-3', is_identical: true, differences: [] }],
  error: null,
}

export const taskExamples: Examples = {
  listTasks: [
    {
      summary: 'The tasks by name',
      answer: { status: 200, body: { damage_detection: taskExample, compliances: compliancesExample } },
    },
  ],
  getTask: [
    {
      summary: 'A finished task with its results',
      path: compliances,
      after: 'task done',
      answer: {
        status: 200,
        body: {
          ...compliancesExample,
          status: 'DONE',
          started_at: time,
          done_at: later,
          results: [resultExample],
          version: 4,
        },
      },
    },
    { summary: 'A task that has not started', path, answer: { status: 200, body: taskExample } },
  ],
  updateTask: [
    {
      summary: 'Start the task',
      path,
      body: { status: 'TODO' },
      answer: { status: 200, body: { ...taskExample, status: 'TODO', started_at: later, version: 2 } },
    },
    {
      summary: 'A status change that is not allowed',
      path,
      body: { status: 'VALIDATED' },
      answer: {
        problem: 'task_transition_refused',
        params: {
          task_name: 'damage_detection',
          task_status: 'NOT_STARTED',
          to: 'VALIDATED',
          allowed: ['TODO'],
        },
      },
    },
  ],
  createTaskRun: [
    {
      summary: 'Run a finished task again',
      path: compliances,
      after: 'task done',
      answer: {
        status: 201,
        body: { ...compliancesExample, status: 'TODO', started_at: later, version: 5 },
      },
    },
    {
      summary: 'A task that has not run',
      path: compliances,
      answer: { problem: 'task_not_run', params: { task_name: 'compliances' } },
    },
  ],
  replayTask: [
    {
      summary: 'Identical results',
      path: compliances,
      after: 'task done',
      answer: { status: 200, body: replayExample },
    },
    {
      summary: 'A task that has not run',
      path: compliances,
      answer: {
        problem: 'task_not_replayable',
        params: { task_name: 'compliances', task_status: 'NOT_STARTED' },
      },
    },
  ],
  getTaskReplay: [
    {
      summary: 'A replay',
      path: compliances,
      after: 'task replayed',
      answer: { status: 200, body: replayExample },
    },
  ],
}
