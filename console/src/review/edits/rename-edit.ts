import type { Edit } from './edit.ts'

/** The ids of what an edit made. */
export type Made = { damageId?: string; viewId?: string; severityId?: string }

/** An edit of something that was not saved yet names it by the key of the edit that makes it. */
export function renameEdit(edit: Edit, made: Record<string, Made>): Edit {
  const damageId = 'damageId' in edit ? made[edit.damageId]?.damageId : undefined
  const viewId = 'viewId' in edit ? made[edit.viewId]?.viewId : undefined
  const severityId = 'severityId' in edit ? made[edit.severityId ?? '']?.severityId : undefined
  return {
    ...edit,
    ...(damageId ? { damageId } : {}),
    ...(viewId ? { viewId } : {}),
    ...(severityId ? { severityId } : {}),
  }
}

export function namesUnsaved(edit: Edit, key: string): boolean {
  return (
    ('damageId' in edit && edit.damageId === key) ||
    ('viewId' in edit && edit.viewId === key) ||
    ('severityId' in edit && edit.severityId === key)
  )
}
