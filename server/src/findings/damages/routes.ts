import { GivenReason } from '../../core/contracts/schema.ts'
import type { App } from '../../core/platform/app.ts'
import { createDamage } from './create-damage.ts'
import { deleteDamage } from './delete-damage.ts'
import { restoreDamage } from './restore-damage.ts'
import {
  CorrectedDamage,
  CreateDamage,
  DamageParams,
  DamagesParams,
  DeletedDamage,
  UpdateDamage,
} from './schema.ts'
import { updateDamage } from './update-damage.ts'

export function damageRoutes(app: App): void {
  app.post('/inspections/:inspection_id/damages', {
    config: { access: 'write', errors: ['limit_reached'] },
    schema: {
      operationId: 'createDamage',
      summary: 'Add a damage',
      description:
        'Adds a damage found by a person to a part. The part is created if the inspection does not have one of that type.',
      tags: ['damages'],
      params: DamagesParams,
      body: CreateDamage,
      response: { 201: CorrectedDamage },
    },
    handler: async (request, reply) =>
      reply.code(201).send(await createDamage(request.ctx, request.params.inspection_id, request.body)),
  })
  app.patch('/inspections/:inspection_id/damages/:damage_id', {
    config: { access: 'write', versioned: true },
    schema: {
      operationId: 'updateDamage',
      summary: 'Correct or confirm a damage',
      description:
        'Sets the given fields and keeps the author of the damage. A size entered by a person has the `scale_source` `person` and no range. When a person changes the type, part or size, the values of the model for that field are dropped. A change withdraws the confirmation unless it includes `is_confirmed`. Repeating a correction changes nothing.',
      tags: ['damages'],
      params: DamageParams,
      body: UpdateDamage,
      response: { 200: CorrectedDamage },
    },
    handler: (request) =>
      updateDamage(request.ctx, request.params.inspection_id, request.params.damage_id, request.body),
  })
  app.delete('/inspections/:inspection_id/damages/:damage_id', {
    config: { access: 'write', versioned: true },
    schema: {
      operationId: 'deleteDamage',
      summary: 'Delete a damage',
      description:
        'Also deletes the views of the damage. Its parts stay. Repeating the request gives the same answer.',
      tags: ['damages'],
      params: DamageParams,
      body: GivenReason,
      response: { 200: DeletedDamage },
    },
    handler: (request) =>
      deleteDamage(request.ctx, request.params.inspection_id, request.params.damage_id, request.body),
  })
  app.post('/inspections/:inspection_id/damages/:damage_id/restore', {
    config: { access: 'write', versioned: true },
    schema: {
      operationId: 'restoreDamage',
      summary: 'Restore a deleted damage',
      description:
        'Also restores the views that were deleted with it, and no others. A damage that is not deleted stays unchanged.',
      tags: ['damages'],
      params: DamageParams,
      body: GivenReason,
      response: { 200: CorrectedDamage },
    },
    handler: (request) =>
      restoreDamage(request.ctx, request.params.inspection_id, request.params.damage_id, request.body),
  })
}
