import type { Task } from '@walkaround/sdk'

/**
 * Whether damages were looked for at all. `none`: nobody asked for it. `unseen`: it ended without having seen a picture.
 * Only `done` makes an empty list mean that there is no damage.
 */
export type Analysis = 'none' | 'unseen' | 'not_started' | 'running' | 'failed' | 'done'

export const DETECTION = 'damage_detection'

export function analysisOf(tasks: readonly Pick<Task, 'name' | 'status' | 'images'>[]): Analysis {
  const detection = tasks.find(({ name }) => name === DETECTION)
  switch (detection?.status) {
    case undefined:
      return 'none'
    case 'NOT_STARTED':
      return 'not_started'
    case 'TODO':
    case 'IN_PROGRESS':
      return 'running'
    case 'ERROR':
      return 'failed'
    case 'DONE':
    case 'VALIDATED':
      return detection?.images?.length === 0 ? 'unseen' : 'done'
  }
}
