import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../core/platform/app.ts'
import { goneSignal } from '../../core/platform/connection-end.ts'
import type { FairGate } from '../../core/platform/fair-gate.ts'
import { exportInspection } from './export-inspection.ts'
import { exportVehicle } from './export-vehicle.ts'
import type { Transfer } from './open-archive.ts'
import { Archive, ExportParams, ExportVehicleQuery } from './schema.ts'

const tags = ['exports']
const WHAT = `The archive is a tar file. It holds each inspection as \`getInspection\` answers it with its deleted records, its history, estimate,
comparisons, objections, reports, capture links without secrets, and the pictures as they were uploaded: while the organization hides bystanders, the permission \`monk_core_api:originals:read\` is needed. \`manifest.json\`, the last file, has the length and SHA-256
of every other one: an archive without it is incomplete.`

export function exportRoutes(app: App, gate: FairGate): void {
  app.get('/inspections/:inspection_id/export', {
    config: { stream: true, errors: ['answer_too_large'] },
    schema: {
      operationId: 'exportInspection',
      summary: 'Export an inspection',
      description: `Everything about one inspection in one file. ${WHAT}`,
      tags,
      params: ExportParams,
      response: { 200: Archive },
    },
    handler: async (request, reply) =>
      sendArchive(
        reply,
        `inspection-${request.params.inspection_id}`,
        await exportInspection(request.ctx, request.params.inspection_id, transferOf(request, reply, gate)),
      ),
  })
  app.get('/exports', {
    config: { stream: true, errors: ['answer_too_large', 'limit_reached', 'not_found'] },
    schema: {
      operationId: 'exportVehicle',
      summary: 'Export a vehicle',
      description: `All inspections with one VIN or plate in one file, to answer whoever asks for their data. Give exactly one of \`vin\` and \`plate\`. The file is made as \`exportInspection\` makes it.`,
      tags,
      querystring: ExportVehicleQuery,
      response: { 200: Archive },
    },
    handler: async (request, reply) =>
      sendArchive(
        reply,
        'vehicle',
        await exportVehicle(request.ctx, request.query, transferOf(request, reply, gate)),
      ),
  })
}

function transferOf(request: FastifyRequest, reply: FastifyReply, gate: FairGate): Transfer {
  return {
    gate,
    signal: goneSignal(reply),
    headOnly: request.method === 'HEAD',
    serialize: (schema, value) => reply.compileSerializationSchema({ ...schema })({ ...value }),
  }
}

function sendArchive(reply: FastifyReply, name: string, archive: Readable): FastifyReply {
  return reply
    .headers({
      'content-type': 'application/x-tar',
      'content-disposition': `attachment; filename="${name}.tar"`,
      'cache-control': 'no-store',
      // Proxies that collect an answer before they pass it on would fill their disks.
      'x-accel-buffering': 'no',
    })
    .send(archive)
}
