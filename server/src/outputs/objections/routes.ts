import { Type } from 'typebox'
import type { App } from '../../core/platform/app.ts'
import type { Context } from '../../core/platform/context.ts'
import { createObjectionDecision, requireDecidable } from './create-objection-decision.ts'
import { createObjectionLink, requireContestable } from './create-objection-link.ts'
import { deleteObjectionLink, requireRevocableObjectionLink } from './delete-objection-link.ts'
import { getObjection } from './get-objection.ts'
import { getObjectionSettings } from './get-objection-settings.ts'
import { listObjectionLinks } from './list-objection-links.ts'
import { listObjections } from './list-objections.ts'
import {
  CreateObjectionDecision,
  CreateObjectionLink,
  LinkParams,
  ObjectionLinkList,
  ObjectionLinkQuery,
  ObjectionLinkWithCode,
  ObjectionList,
  ObjectionParams,
  ObjectionQuery,
  UpdateObjectionSettings,
} from './schema.ts'
import { updateObjectionSettings } from './update-objection-settings.ts'

const tags = ['objections']
const mayContest = async (ctx: Context, _params: unknown, body: CreateObjectionLink) => {
  await requireContestable(ctx, body)
}

export function objectionRoutes(app: App): void {
  linkRoutes(app)
  settingRoutes(app)
  app.get('/objections', {
    schema: {
      operationId: 'listObjections',
      summary: 'List objections',
      description: 'Newest first, in pages. `is_overdue` finds those whose promised answer is late.',
      tags,
      querystring: ObjectionQuery,
      response: { 200: ObjectionList },
    },
    handler: (request) => listObjections(request.ctx, request.query),
  })
  app.get('/objections/:objection_id', {
    schema: {
      operationId: 'getObjection',
      summary: 'Get an objection',
      description: "The person's words and pictures, the promised time, and every decision.",
      tags,
      params: ObjectionParams,
      response: { 200: Type.Ref('Objection') },
    },
    handler: (request) => getObjection(request.ctx, request.params.objection_id),
  })
  app.post('/objections/:objection_id/decisions', {
    config: {
      access: { ofBody: requireDecidable },
      versioned: true,
      errors: ['person_needed', 'limit_reached'],
    },
    schema: {
      operationId: 'createObjectionDecision',
      summary: 'Decide on an objection',
      description:
        'A person answers, with a reason that the other person reads. A decision is final; to change it, decide again: the history keeps both. A token of a program is refused.',
      tags,
      params: ObjectionParams,
      body: CreateObjectionDecision,
      response: { 201: Type.Ref('Objection') },
    },
    handler: async ({ ctx, params, body }, reply) =>
      reply.code(201).send(await createObjectionDecision(ctx, params.objection_id, body)),
  })
}

function linkRoutes(app: App): void {
  app.post('/objection_links', {
    config: {
      access: { ofBody: mayContest },
      errors: ['objection_target_missing', 'limit_reached'],
      answersSecret: true,
    },
    schema: {
      operationId: 'createObjectionLink',
      summary: 'Create a link to object',
      description:
        'Lets a person without an account see the evidence of an inspection or a comparison and object to it. Only this response contains the code.',
      tags,
      body: CreateObjectionLink,
      response: { 201: ObjectionLinkWithCode },
    },
    handler: async (request, reply) =>
      reply.code(201).send(await createObjectionLink(request.ctx, request.body)),
  })
  app.get('/objection_links', {
    schema: {
      operationId: 'listObjectionLinks',
      summary: 'List links to object',
      description: 'Newest first, in pages. Never contains the code.',
      tags,
      querystring: ObjectionLinkQuery,
      response: { 200: ObjectionLinkList },
    },
    handler: (request) => listObjectionLinks(request.ctx, request.query),
  })
  app.delete('/objection_links/:objection_link_id', {
    config: { access: { ofBody: requireRevocableObjectionLink } },
    schema: {
      operationId: 'deleteObjectionLink',
      summary: 'Revoke a link to object',
      description: 'Its page closes at once; objections stay. Repeating the request gives the same answer.',
      tags,
      params: LinkParams,
      response: { 200: Type.Ref('ObjectionLink') },
    },
    handler: (request) => deleteObjectionLink(request.ctx, request.params.objection_link_id),
  })
}

function settingRoutes(app: App): void {
  app.get('/objections/settings', {
    schema: {
      operationId: 'getObjectionSettings',
      summary: 'Get the objection settings',
      description: 'Of the organization.',
      tags,
      response: { 200: Type.Ref('ObjectionSettings') },
    },
    handler: (request) => getObjectionSettings(request.ctx),
  })
  app.patch('/objections/settings', {
    config: { access: { organization: 'write' }, versioned: true },
    schema: {
      operationId: 'updateObjectionSettings',
      summary: 'Update the objection settings',
      description: 'Sets within how many days an answer is promised, for objections from now on.',
      tags,
      body: UpdateObjectionSettings,
      response: { 200: Type.Ref('ObjectionSettings') },
    },
    handler: (request) => updateObjectionSettings(request.ctx, request.body),
  })
}
