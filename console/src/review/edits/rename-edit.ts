import type { Made } from '../../edits/edit-target.ts'
import type { Edit } from './edit.ts'

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
