import type { Client } from '@walkaround/sdk'
import type { Conflict, EditQueue, EditState } from '../../edits/edit-state.ts'
import type { EditTarget } from '../../edits/edit-target.ts'
import { inspectionKey, readInspection } from '../../service/read-inspection.ts'
import type { Edit } from './edit.ts'
import { factsOf, recordIdOf, versionOf } from './edited-record.ts'
import { overlay } from './overlay.ts'
import { namesUnsaved, renameEdit } from './rename-edit.ts'
import { sendEdit } from './send-edit.ts'

export type InspectionQueue = EditQueue<Edit>
export type InspectionEdits = EditState<Edit>
export type InspectionConflict = Conflict<Edit>

export const inspectionEdits = (client: Client, inspectionId: string): EditTarget<Edit> => ({
  queryKey: inspectionKey(inspectionId),
  read: () => readInspection(client, inspectionId),
  recordIdOf,
  versionOf,
  factsOf,
  overlay,
  send: (edit, sending) => sendEdit(edit, { client, inspectionId, ...sending }),
  rename: renameEdit,
  namesUnsaved,
})
