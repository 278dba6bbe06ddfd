import { type Client, normalize, updateComparisonPlace } from '@walkaround/sdk'
import type { EditQueue } from '../../edits/edit-state.ts'
import type { EditTarget, Sending, Sent } from '../../edits/edit-target.ts'
import { mergeAnswer } from '../../edits/merge-answer.ts'
import { comparisonKey, readComparison } from '../../service/read-comparison.ts'
import { factsOfPlace, inverseOf, type PlaceEdit } from './place-edit.ts'
import { overlayPlaces } from './place-overlay.ts'

export type PlaceQueue = EditQueue<PlaceEdit>

export function placeEdits(client: Client, comparisonId: string): EditTarget<PlaceEdit> {
  /** Of charges, by place: the service answers the reason of a verdict alone. */
  const reasons = new Map<string, string>()

  async function send(edit: PlaceEdit, { key, version, before }: Sending): Promise<Sent<PlaceEdit>> {
    const { placeId, changes } = edit
    const place = before.comparisonPlaces?.[placeId] ?? { id: placeId }
    const inverse = inverseOf(place, edit, reasons.get(placeId))
    let answer = normalize({}).entities
    let standing = version
    for (const [n, change] of changes.entries()) {
      const options = {
        idempotencyKey: n === 0 ? key : `${key}-${n}`,
        ...(standing === null ? {} : { version: standing }),
      }
      const { entities } = await updateComparisonPlace(client, comparisonId, placeId, change, options)
      answer = mergeAnswer(answer, entities)
      standing = answer.comparisonPlaces?.[placeId]?.version ?? null
      if (change.isChargeable && change.reason) reasons.set(placeId, change.reason)
    }
    return { entities: answer, inverse }
  }

  return {
    queryKey: comparisonKey(comparisonId),
    read: () => readComparison(client, comparisonId),
    recordIdOf: ({ placeId }) => placeId,
    versionOf: ({ comparisonPlaces }, { placeId }) => comparisonPlaces?.[placeId]?.version ?? null,
    factsOf: ({ comparisonPlaces }, edit) =>
      factsOfPlace(comparisonPlaces?.[edit.placeId] ?? { id: edit.placeId }, edit),
    overlay: overlayPlaces,
    send,
    rename: (edit) => edit,
    namesUnsaved: () => false,
  }
}
