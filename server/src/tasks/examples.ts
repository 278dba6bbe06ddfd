import { EXAMPLE_VALUES, type Examples } from '../contracts/examples.ts'

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
  version: 1,
}

/** The task that every inspection has. */
export const compliancesExample = {
  ...taskExample,
  id: '0199a3c4-5d13-7e90-a2b4-7c6d1f8e3b50',
  name: 'compliances',
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
  images: [{ image_id, is_identical: true, differences: [] }],
  error: null,
}

export const taskExamples: Examples = {
  listTasks: [
    {
      summary: 'The tasks by name',
      answer: { status: 200, body: { damage_detection: taskExample, compliances: compliancesExample } },
    },
  ],
  getTask: [{ summary: 'One task', path, answer: { status: 200, body: taskExample } }],
  updateTask: [
    {
      summary: 'Start the task',
      path,
      body: { status: 'TODO' },
      answer: { status: 200, body: { ...taskExample, status: 'TODO', started_at: later, version: 2 } },
    },
    {
      summary: 'A step that is not one',
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
  replayTask: [
    {
      summary: 'The same results again',
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
      summary: 'One replay',
      path: compliances,
      after: 'task replayed',
      answer: { status: 200, body: replayExample },
    },
  ],
}
