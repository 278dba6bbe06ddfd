import { LANGUAGES, type Language } from '@walkaround/catalog/languages'
import {
  type CreateReusableCaptureLinkBody,
  createCaptureLink,
  createReusableCaptureLink,
  deleteCaptureLink,
  getCapture,
  listCaptureLinks,
  listCaptureProfiles,
} from '@walkaround/sdk'
import type { Command, Run } from '../command.ts'
import { numberOf, oneOf, printNext, taskOptions, timeOf } from '../values.ts'

const DAY_S = 86_400

/** What both kinds of links are made with. */
function linkOf({ text, texts }: Run) {
  const [profileId, returnUrl, days, uses] = [
    text('profile'),
    text('return-url'),
    numberOf('days', text('days')),
    numberOf('uses', text('uses')),
  ]
  const language = oneOf<Language>('language', text('language'), LANGUAGES)
  const shown = texts('show').map((name) => oneOf('show', name, ['vehicle', 'pictures', 'nothing']))
  return {
    ...(profileId ? { profileId } : {}),
    ...(language ? { language } : {}),
    ...(days ? { expiresInS: Math.round(days * DAY_S) } : {}),
    ...(uses ? { usesMax: uses } : {}),
    ...(returnUrl ? { returnUrl } : {}),
    ...(shown.length > 0
      ? { visible: shown.filter((name) => name === 'vehicle' || name === 'pictures') }
      : {}),
  }
}

const link: Command = {
  name: 'capture link',
  summary: 'Create a link with which a person without an account takes the pictures',
  args: ['[INSPECTION]'],
  options: {
    profile: { value: 'PROFILE', means: 'what to ask for; default walk-12' },
    language: { value: 'CODE', means: `language of the person: ${LANGUAGES.join(', ')}` },
    days: { value: 'N', means: 'validity; default 7, without INSPECTION 90' },
    uses: { value: 'N', means: 'devices that can open it; default 1, without INSPECTION 1000' },
    'return-url': { value: 'URL', means: 'page to offer once the capture is finished' },
    show: { value: 'WHAT', multiple: true, means: 'vehicle, pictures or nothing; default vehicle' },
    task: taskOptions('damage_detection; only without INSPECTION, where each device creates one'),
  },
  run: async (run) => {
    const { client, rest, texts, terminal, isJson, signal } = run
    const [inspection] = rest(0)
    const fields = linkOf(run)
    // The service knows which tasks there are, and names them when one is wrong.
    const tasks = texts('task') as CreateReusableCaptureLinkBody['inspection']['tasks']
    const answer = inspection
      ? await createCaptureLink(client(), inspection, fields, { signal })
      : await createReusableCaptureLink(
          client(),
          { ...fields, inspection: { tasks: tasks.length > 0 ? tasks : ['damage_detection'] } },
          { signal },
        )
    if (isJson) return void terminal.json(answer)
    const { url, expiresAt, usesMax } = answer.entities.captureLinks?.[answer.result] ?? {}
    terminal.print(answer.result)
    terminal.print(url)
    terminal.note(`Valid until ${timeOf(expiresAt)}, on ${usesMax} device(s). The URL is not shown again.`)
    return undefined
  },
}

const links: Command = {
  name: 'capture links',
  summary: 'List capture links, newest first',
  options: {
    inspection: { value: 'ID', means: 'only links to this inspection' },
    limit: { value: 'N', means: 'number of results; default 20' },
    after: { value: 'ID', means: 'show results after this ID' },
  },
  run: async ({ client, text, terminal, isJson, signal }) => {
    const [inspectionId, after] = [text('inspection'), text('after')]
    const query = {
      limit: numberOf('limit', text('limit')) ?? 20,
      ...(inspectionId ? { inspectionId } : {}),
      ...(after ? { after } : {}),
    }
    const page = await listCaptureLinks(client(), query, { signal })
    if (isJson) return void terminal.json(page)
    const rows = page.result.map((id) => {
      const { inspectionId, status, useCount, usesMax, finishedCount, expiresAt } =
        page.entities.captureLinks?.[id] ?? {}
      return [id, inspectionId, status, `${useCount}/${usesMax}`, finishedCount, timeOf(expiresAt)]
    })
    terminal.table(['link', 'inspection', 'status', 'used', 'finished', 'expires'], rows)
    printNext(terminal, page)
    return undefined
  },
}

const revoke: Command = {
  name: 'capture revoke',
  summary: 'Revoke a capture link at once',
  args: ['LINK'],
  run: async ({ client, arg, terminal, isJson, signal }) => {
    const answer = await deleteCaptureLink(client(), arg(0), { signal })
    if (isJson) return void terminal.json(answer)
    terminal.print(`revoked ${arg(0)}`)
    return undefined
  },
}

const status: Command = {
  name: 'capture status',
  summary: 'Show the pictures of a capture, and those that are missing',
  args: ['INSPECTION'],
  run: async ({ client, arg, terminal, isJson, signal }) => {
    const capture = await getCapture(client(), arg(0), { signal })
    if (isJson) return void terminal.json(capture)
    const rows = capture.steps.map(({ step, isRequired, verdict, reasons }) => [
      step,
      isRequired,
      verdict,
      reasons.map(({ text }) => text).join(', '),
    ])
    terminal.table(['step', 'required', 'picture', 'why'], rows)
    const { finishedAt, missing } = capture
    terminal.note(
      finishedAt ? `Finished at ${timeOf(finishedAt)}.` : `Missing: ${missing.join(', ') || 'none'}.`,
    )
    return undefined
  },
}

/** Whether people see the plate of the inspected vehicle. */
function plateOf(keepsOwnPlate: boolean | null | undefined): string {
  if (keepsOwnPlate === true) return 'shown'
  return keepsOwnPlate === false ? 'hidden' : 'as in the settings'
}

const profiles: Command = {
  name: 'capture profiles',
  summary: 'List capture profiles',
  run: async ({ client, terminal, isJson, signal }) => {
    const answer = await listCaptureProfiles(client(), { signal })
    if (isJson) return void terminal.json(answer)
    const rows = answer.result.map((id) => {
      const { name, steps, version, keepsOwnPlate, createdBy } = answer.entities.captureProfiles?.[id] ?? {}
      return [id, name, steps?.length, version, plateOf(keepsOwnPlate), createdBy ?? 'the service']
    })
    terminal.table(['profile', 'name', 'pictures', 'version', 'plate', 'by'], rows)
    return undefined
  },
}

export const CAPTURE: readonly Command[] = [link, links, revoke, status, profiles]
