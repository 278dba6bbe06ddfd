type Row = {
  /**
   * Who does it once it is started. `model`: the folder in `server/src/analysis/tasks` that has its name. `person`: it
   * waits for one. `derived`: worked out from what another task found. `nobody`: its name is reserved.
   */
  by: 'model' | 'person' | 'derived' | 'nobody'
  /** The task whose results a derived one is worked out from. */
  derived_from?: string
  /** What the caller must hold to ask for it. */
  permission?: `monk_core_api:${string}`
  /**
   * What its pictures show. `vehicle`: the vehicle, always. `reading`: papers, dashboards or plates. `none`: pictures
   * cannot name it.
   */
  pictures: 'vehicle' | 'reading' | 'any' | 'none'
  /** The service starts it once the client has started the others; a client may start it too. */
  automatic: boolean
  /** A picture has the result before the task is started, in the column of `images` that has the task's name. */
  at_upload?: true
  /** How the console offers it for a new inspection. */
  console: 'ticked' | 'unticked' | 'hidden'
}

/** The tasks an inspection may ask for, in the order people read them. The words are in `labels`. */
const ROWS = {
  damage_detection: {
    by: 'model',
    permission: 'monk_core_api:damage_detection',
    pictures: 'vehicle',
    automatic: false,
    console: 'ticked',
  },
  wheel_analysis: {
    by: 'model',
    permission: 'monk_core_api:wheel_analysis',
    pictures: 'any',
    automatic: false,
    console: 'unticked',
  },
  repair_estimate: {
    by: 'derived',
    derived_from: 'damage_detection',
    permission: 'monk_core_api:repair_estimate',
    pictures: 'any',
    automatic: true,
    console: 'ticked',
  },
  images_ocr: {
    by: 'model',
    permission: 'monk_core_api:images_ocr',
    pictures: 'reading',
    automatic: false,
    console: 'unticked',
  },
  compliances: {
    by: 'model',
    permission: 'monk_core_api:compliances',
    pictures: 'any',
    automatic: true,
    at_upload: true,
    console: 'hidden',
  },
  human_in_the_loop: { by: 'person', pictures: 'any', automatic: true, console: 'ticked' },
  pricing: {
    by: 'derived',
    derived_from: 'damage_detection',
    pictures: 'any',
    automatic: true,
    console: 'hidden',
  },
  odometer: { by: 'model', pictures: 'reading', automatic: false, at_upload: true, console: 'unticked' },
  warning_lights: { by: 'person', pictures: 'reading', automatic: false, console: 'unticked' },
  dashboard_ocr: { by: 'person', pictures: 'reading', automatic: false, console: 'hidden' },
  image_editing: { by: 'nobody', pictures: 'any', automatic: false, console: 'hidden' },
  inspection_pdf: { by: 'nobody', pictures: 'none', automatic: false, console: 'hidden' },
} as const satisfies Record<string, Row>

export type TaskName = keyof typeof ROWS
type NamesWith<Cells> = { [Name in TaskName]: (typeof ROWS)[Name] extends Cells ? Name : never }[TaskName]

export type ModelTask = NamesWith<{ by: 'model' }>
export type DerivedTask = NamesWith<{ by: 'derived' }>
export type UploadTask = NamesWith<{ at_upload: true }>
export type TaskPermission = (typeof ROWS)[NamesWith<{ permission: string }>]['permission']
export type TaskRow = Row & { derived_from?: TaskName; permission?: TaskPermission }

export const TASKS: Readonly<Record<TaskName, TaskRow>> = ROWS
export const TASK_NAMES: readonly TaskName[] = Object.keys(ROWS).filter(isTaskName)
export const MODEL_TASKS: readonly ModelTask[] = TASK_NAMES.filter(isModelTask)
export const DERIVED_TASKS: readonly DerivedTask[] = TASK_NAMES.filter(isDerivedTask)
export const UPLOAD_TASKS: readonly UploadTask[] = TASK_NAMES.filter(isUploadTask)
/** In the order of the alphabet, as permissions are listed. */
export const TASK_PERMISSIONS: readonly { task: TaskName; permission: TaskPermission }[] =
  TASK_NAMES.toSorted().flatMap((task) => {
    const { permission } = TASKS[task]
    return permission ? [{ task, permission }] : []
  })

export function isTaskName(text: string): text is TaskName {
  return Object.hasOwn(ROWS, text)
}

export function isModelTask(text: string): text is ModelTask {
  return isTaskName(text) && ROWS[text].by === 'model'
}

export function isDerivedTask(text: string): text is DerivedTask {
  return isTaskName(text) && ROWS[text].by === 'derived'
}

function isUploadTask(name: TaskName): name is UploadTask {
  return TASKS[name].at_upload === true
}

/** The row of a name that came from outside, which may be of a newer service. */
export function findTask(text: string): TaskRow | undefined {
  return isTaskName(text) ? TASKS[text] : undefined
}
