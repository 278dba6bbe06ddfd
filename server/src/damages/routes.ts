import { GivenReason } from '../contracts/schema.ts'
import type { App } from '../platform/app.ts'
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
      description: 'By a person, on a part. The part is made when the inspection has none of that type.',
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
        'Sets the given fields and keeps who made the damage. A size that a person gives has `scale_source` `person` and no range. What a model said of a type, part or size is left out once a person says otherwise. A change withdraws a confirmation unless it comes with `is_confirmed`. Repeating a correction changes nothing.',
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
      description: 'Its views are deleted with it; its parts stay. Deleting it again answers the same.',
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
      summary: 'Bring back a deleted damage',
      description:
        'With the views that were deleted together with it, and no others. A damage that is not deleted stays as it is.',
      tags: ['damages'],
      params: DamageParams,
      body: GivenReason,
      response: { 200: CorrectedDamage },
    },
    handler: (request) =>
      restoreDamage(request.ctx, request.params.inspection_id, request.params.damage_id, request.body),
  })
}
