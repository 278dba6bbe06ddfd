import type { App } from '../platform/app.ts'
import { createDamage } from './create-damage.ts'
import { deleteDamage } from './delete-damage.ts'
import { CreateDamage, CreatedDamage, DamageParams, DamagesParams, DeletedDamage } from './schema.ts'

export function damageRoutes(app: App): void {
  app.post('/inspections/:inspection_id/damages', {
    config: { errors: ['limit_reached'] },
    schema: {
      operationId: 'createDamage',
      summary: 'Add a damage',
      description: 'By a person, on a part. The part is made when the inspection has none of that type.',
      tags: ['damages'],
      params: DamagesParams,
      body: CreateDamage,
      response: { 201: CreatedDamage },
    },
    handler: async (request, reply) =>
      reply.code(201).send(await createDamage(request.ctx, request.params.inspection_id, request.body)),
  })
  app.delete('/inspections/:inspection_id/damages/:damage_id', {
    config: { versioned: true },
    schema: {
      operationId: 'deleteDamage',
      summary: 'Delete a damage',
      description: 'Its views are deleted with it; its parts stay. Deleting it again answers the same.',
      tags: ['damages'],
      params: DamageParams,
      response: { 200: DeletedDamage },
    },
    handler: (request) => deleteDamage(request.ctx, request.params.inspection_id, request.params.damage_id),
  })
}
