import {
  createInspection,
  deleteInspection,
  getInspection,
  type Inspection,
  type ListInspectionsQuery,
  listInspections,
  listVehicleInspections,
  validateInspection,
} from '@walkaround/sdk'
import type { Command } from '../command.ts'
import { Failure } from '../exit-codes.ts'
import { printFindings } from '../findings.ts'
import { numberOf, oneOf, printNext, taskOptions, timeOf, VEHICLE_OPTION, vehicleOf } from '../values.ts'

const STATUSES = ['NOT_STARTED', 'IN_PROGRESS', 'DONE', 'ERROR', 'VALIDATED'] as const
const OWNERSHIPS = ['own_resources', 'organization_resources', 'all_resources'] as const

const list: Command = {
  name: 'inspections list',
  summary: 'List inspections, newest first',
  options: {
    limit: { value: 'N', means: 'number of results; default 20' },
    after: { value: 'ID', means: 'show results after this ID' },
    status: { value: 'STATUS', means: `filter by status: ${STATUSES.join(', ')}` },
    owner: { value: 'WHOSE', means: `${OWNERSHIPS.join(', ')}; default own_resources` },
    plate: { value: 'TEXT', means: 'filter by license plate' },
    vin: { value: 'TEXT', means: 'filter by VIN' },
  },
  run: async ({ client, text, terminal, isJson, signal }) => {
    const [after, plate, vin] = [text('after'), text('plate'), text('vin')]
    const status = oneOf('status', text('status'), STATUSES)
    const ownership = oneOf('owner', text('owner'), OWNERSHIPS)
    const query: ListInspectionsQuery = {
      limit: numberOf('limit', text('limit')) ?? 20,
      showDeleted: false,
      verbose: '1',
      ...(after ? { after } : {}),
      ...(plate ? { plate } : {}),
      ...(vin ? { vin } : {}),
      ...(status ? { inspectionStatus: status } : {}),
      ...(ownership ? { ownershipFilter: ownership } : {}),
    }
    const page = await listInspections(client(), query, { signal })
    if (isJson) return void terminal.json(page)
    const { inspections, vehicles } = page.entities
    const rows = page.result.map((id) => {
      const { createdAt, status, vehicle, damages = [] }: Partial<Inspection> = inspections[id] ?? {}
      const { brand, model, plate } = vehicles[vehicle ?? ''] ?? {}
      return [id, timeOf(createdAt), status, [brand, model].filter(Boolean).join(' '), plate, damages.length]
    })
    terminal.table(['inspection', 'created', 'status', 'vehicle', 'plate', 'damages'], rows)
    printNext(terminal, page)
    return undefined
  },
}

const get: Command = {
  name: 'inspections get',
  summary: 'Show an inspection: tasks, pictures, findings and estimate',
  args: ['INSPECTION'],
  run: async ({ client, arg, terminal, isJson, signal }) => {
    const answer = await getInspection(client(), arg(0), { verbose: 'light' }, { signal })
    if (isJson) return void terminal.json(answer)
    const { entities } = answer
    const { status, createdAt, vehicle, images = [], tasks = [] } = entities.inspections[answer.result] ?? {}
    const { brand, model, plate } = entities.vehicles[vehicle ?? ''] ?? {}
    terminal.table(
      ['inspection', 'created', 'status', 'vehicle', 'plate', 'pictures'],
      [[arg(0), timeOf(createdAt), status, [brand, model].filter(Boolean).join(' '), plate, images.length]],
    )
    terminal.print()
    terminal.table(
      ['task', 'status'],
      tasks.map((id) => [entities.tasks[id]?.name, entities.tasks[id]?.status]),
    )
    terminal.print()
    await printFindings(terminal, client(), answer, signal)
    return undefined
  },
}

const timeline: Command = {
  name: 'inspections timeline',
  summary: 'List the inspections of the same vehicle, newest first',
  args: ['INSPECTION'],
  options: {
    limit: { value: 'N', means: 'number of results; default 20' },
    after: { value: 'ID', means: 'show results after this ID' },
  },
  run: async ({ client, arg, text, terminal, isJson, signal }) => {
    const after = text('after')
    const query = { limit: numberOf('limit', text('limit')) ?? 20, ...(after ? { after } : {}) }
    const page = await listVehicleInspections(client(), arg(0), query, { signal })
    if (isJson) return void terminal.json(page)
    const rows = page.result.map((id) => {
      const entry = page.entities.timelineEntries?.[id]
      const { createdAt, inspectionType, status, vin, plate, joinedBy, disagreements = [] } = entry ?? {}
      return [id, timeOf(createdAt), inspectionType, status, vin, plate, joinedBy, disagreements.join(', ')]
    })
    terminal.table(
      ['inspection', 'created', 'type', 'status', 'VIN', 'plate', 'joined by', 'disagrees on'],
      rows,
    )
    printNext(terminal, page)
    return undefined
  },
}

const create: Command = {
  name: 'inspections create',
  summary: 'Create an inspection',
  options: {
    task: taskOptions('damage_detection'),
    vehicle: VEHICLE_OPTION,
  },
  run: async ({ client, texts, terminal, isJson, signal }) => {
    const names = texts('task').length > 0 ? texts('task') : ['damage_detection']
    const tasks = Object.fromEntries(names.map((name) => [name, {}]))
    const vehicle = vehicleOf(texts('vehicle'))
    const answer = await createInspection(client(), { tasks, ...(vehicle ? { vehicle } : {}) }, { signal })
    if (isJson) return void terminal.json(answer)
    terminal.print(answer.result)
    return undefined
  },
}

const validate: Command = {
  name: 'inspections validate',
  summary: 'Accept the outcome of every task of an inspection',
  args: ['INSPECTION...'],
  run: async ({ client, rest, terminal, isJson, signal }) => {
    const service = client()
    const answers = []
    for (const id of rest(0)) {
      const answer = await validateInspection(service, id, { signal })
      answers.push(answer)
      if (!isJson) terminal.print(`${id} ${answer.entities.inspections[id]?.status}`)
    }
    if (isJson) terminal.json(answers.length === 1 ? answers[0] : answers)
    return undefined
  },
}

const remove: Command = {
  name: 'inspections delete',
  summary: 'Delete inspections; this cannot be undone',
  args: ['INSPECTION...'],
  options: { yes: { short: 'y', means: 'confirm the deletion' } },
  run: async ({ client, rest, flag, terminal, isJson, signal }) => {
    if (!flag('yes'))
      throw new Failure('usage', 'Deleting inspections cannot be undone.', 'Add --yes to delete them.')
    const service = client()
    const answers = []
    for (const id of rest(0)) {
      answers.push(await deleteInspection(service, id, { signal }))
      if (!isJson) terminal.print(`deleted ${id}`)
    }
    if (isJson) terminal.json(answers.length === 1 ? answers[0] : answers)
    return undefined
  },
}

export const INSPECTIONS: readonly Command[] = [list, get, timeline, create, validate, remove]
