import { basename } from 'node:path'
import { deleteImage, listImages, uploadImage } from '@walkaround/sdk'
import type { Command } from '../command.ts'
import { complianceOf, issuesOf } from '../compliances.ts'
import { numberOf, printNext } from '../values.ts'

const create: Command = {
  name: 'images create',
  summary: 'Add pictures to an inspection, from files or from https URLs that the service downloads',
  args: ['INSPECTION', 'FILE...'],
  options: {
    task: {
      value: 'NAME',
      multiple: true,
      means: 'task that analyzes the picture; default damage_detection',
    },
    sight: { value: 'ID', means: 'ID of the sight' },
  },
  run: async ({ client, arg, rest, text, texts, terminal, isJson, signal }) => {
    const service = client()
    const tasks = texts('task').length > 0 ? texts('task') : ['damage_detection']
    const sight = text('sight')
    const answers = []
    for (const file of rest(1)) {
      const answer = await uploadImage(
        service,
        arg(0),
        file,
        {
          name: basename(file),
          tasks: [
            ...tasks.filter((name) => name !== 'compliances'),
            { name: 'compliances', waitForResult: true },
          ],
          ...(sight ? { compliances: { coverage360: { sightId: sight } } } : {}),
        },
        { signal },
      )
      answers.push(answer)
      const image = answer.entities.images[answer.result]
      if (!isJson) terminal.print([answer.result, file, complianceOf(image), ...issuesOf(image)].join('  '))
    }
    if (isJson) terminal.json(answers.length === 1 ? answers[0] : answers)
    return undefined
  },
}

const list: Command = {
  name: 'images list',
  summary: 'List the pictures of an inspection, newest first',
  args: ['INSPECTION'],
  options: {
    limit: { value: 'N', means: 'number of results; default 50' },
    after: { value: 'ID', means: 'show results after this ID' },
  },
  run: async ({ client, arg, text, terminal, isJson, signal }) => {
    const after = text('after')
    const limit = numberOf('limit', text('limit')) ?? 50
    const page = await listImages(client(), arg(0), { limit, ...(after ? { after } : {}) }, { signal })
    if (isJson) return void terminal.json(page)
    const rows = page.result.map((id) => {
      const image = page.entities.images[id]
      const size = `${image?.imageWidth ?? '?'}x${image?.imageHeight ?? '?'}`
      return [id, image?.name, size, complianceOf(image), issuesOf(image).join(', ')]
    })
    terminal.table(['image', 'name', 'size', 'quality', 'issues'], rows)
    printNext(terminal, page)
    return undefined
  },
}

const remove: Command = {
  name: 'images delete',
  summary: 'Delete pictures whose tasks have not started',
  args: ['INSPECTION', 'IMAGE...'],
  run: async ({ client, arg, rest, terminal, isJson, signal }) => {
    const service = client()
    const answers = []
    for (const id of rest(1)) {
      answers.push(await deleteImage(service, arg(0), id, {}, { signal }))
      if (!isJson) terminal.print(`deleted ${id}`)
    }
    if (isJson) terminal.json(answers.length === 1 ? answers[0] : answers)
    return undefined
  },
}

export const IMAGES: readonly Command[] = [create, list, remove]
