import type { Checks } from '../checks.ts'
import { startProxy } from '../faulty-proxy.ts'
import { createPicture } from '../pictures.ts'
import { type TokenFault, UNKNOWN_ID } from '../subject.ts'
import { api, configOf, create, isTokenExpired, isUserAuthorized, member, read, subject } from './client.ts'

/** The error the client makes of each fault, and the words it knows it by. */
const REFUSALS: [TokenFault, string, RegExp][] = [
  ['expired', 'TokenExpired', /Token is expired/],
  ['wrong audience', 'InvalidToken', /Token audience invalid, please check audience/],
  ['wrong issuer', 'InvalidToken', /Token issuer invalid, please check issuer/],
  ['of another issuer', 'InvalidToken', /Invalid authentication token in request\./],
  ['not a token', 'InvalidToken', /Token decode failed/],
  ['wrong signature', 'InvalidToken', /Invalid authentication token in request\./],
  ['no organization claim', 'InvalidToken', /Token payload schema unknown/],
]

export async function checkErrors(checks: Checks): Promise<void> {
  await checks.journey('tokens', () => checkTokens(checks))
  await checks.journey('permissions', () => checkPermissions(checks))
  await checks.journey('errors', () => checkOthers(checks))
}

async function checkTokens(checks: Checks): Promise<void> {
  const { url, tokens } = subject.refusing
  const count = await api.getAllInspectionsCount({}, configOf(tokens.none, url))
  checks.equal('a good token of the same issuer is taken', count.count, 0)
  for (const [fault, name, message] of REFUSALS) {
    const thrown = await checks.refused(fault, { name, status: 401 }, () =>
      api.getInspection({ id: UNKNOWN_ID }, configOf(tokens[fault], url)),
    )
    checks.that(
      `${fault}: the words the client knows`,
      message.test(String(Object(thrown?.body).message)),
      thrown?.body,
    )
  }
  await checks.refused('an empty token', { name: 'InvalidToken', status: 401 }, () =>
    api.getInspection({ id: UNKNOWN_ID }, configOf('', url)),
  )

  // The client always sends the header; something on the way may take it out.
  const proxy = await startProxy({ ...subject, url })
  try {
    proxy.inject({ method: 'GET', fault: 'strip the token' })
    await checks.refused('no header at all', { name: 'MissingToken', status: 401 }, () =>
      api.getInspection({ id: UNKNOWN_ID }, configOf(tokens.none, proxy.url)),
    )
  } finally {
    await proxy.close()
  }
  const { member: taken, nobody } = subject.tokens
  checks.equal(
    'the app reads which token is over',
    [isTokenExpired(taken), isTokenExpired(tokens.expired)],
    [false, true],
  )
  const needed = ['monk_core_api:inspections:create', 'monk_core_api:damage_detection']
  checks.equal(
    'and what a token allows',
    [isUserAuthorized(taken, needed), isUserAuthorized(nobody, needed)],
    [true, false],
  )
  const picture = createPicture()
  await checks.refused('an upload with an expired token', { name: 'TokenExpired', status: 401 }, () =>
    api.addImage(
      { uploadType: 'video_manual_photo', inspectionId: UNKNOWN_ID, picture },
      configOf(tokens.expired, url),
    ),
  )
}

async function checkPermissions(checks: Checks): Promise<void> {
  const nobody = configOf(subject.tokens.nobody)
  const stranger = configOf(subject.tokens.stranger)
  const thrown = await checks.refused(
    'creating without the permission',
    { name: 'HTTPError', status: 403 },
    () => create(['damage_detection'], {}, nobody),
  )
  checks.text('and the refusal says why', Object(thrown?.body).message)
  const id = await create(['damage_detection'])
  const refused = { name: 'HTTPError', status: 404 }
  await checks.refused('reading what another organization has', refused, () => read(id, true, stranger))
  await checks.refused('starting its task', refused, () =>
    api.updateTaskStatus({ inspectionId: id, name: 'damage_detection', status: 'TODO' }, stranger),
  )
  await checks.refused('changing its vehicle', refused, () =>
    api.updateInspectionVehicle({ inspectionId: id, vehicle: { vin: 'X' } }, stranger),
  )
  await checks.refused('adding a damage to it', refused, () =>
    api.createDamage({ id, damageType: 'dent', vehiclePart: 'hood' }, stranger),
  )
  await checks.refused('pricing it', refused, () =>
    api.createPricing({ id, pricing: { type: 'vehicle', pricing: 1 } }, stranger),
  )
  await checks.refused('asking for its report', refused, () => api.getPdf({ id }, stranger))
  await checks.refused('adding an image to it', refused, () =>
    api.addImage({ uploadType: 'video_manual_photo', inspectionId: id, picture: createPicture() }, stranger),
  )
}

async function checkOthers(checks: Checks): Promise<void> {
  const missing = await checks.refused('an unknown inspection', { name: 'HTTPError', status: 404 }, () =>
    read(UNKNOWN_ID),
  )
  checks.text('an unknown inspection: there is a message', Object(missing?.body).message)
  await checks.refused('an id that is none', { name: 'HTTPError', status: 404 }, () => read('insp-1'))
  const id = await create(['damage_detection'])
  const start = (name: string) => api.updateTaskStatus({ inspectionId: id, name, status: 'TODO' }, member)
  await checks.refused('starting a task the inspection has not', { name: 'HTTPError', status: 404 }, () =>
    start('wheel_analysis'),
  )
  await checks.refused('an unknown damage type', { name: 'HTTPError', status: 400 }, () =>
    api.createDamage({ id, damageType: 'nonsense', vehiclePart: 'hood' }, member),
  )
  await checks.refused('starting a task without pictures', { name: 'HTTPError', status: 422 }, () =>
    start('damage_detection'),
  )
  await api.addImage(
    {
      uploadType: 'beauty_shot',
      sightId: 'fesc20-H1dfdfvH',
      tasks: ['damage_detection'],
      inspectionId: id,
      picture: createPicture(),
    },
    member,
  )
  await start('damage_detection')
  const late = await checks.refused('going back to NOT_STARTED', { name: 'HTTPError', status: 409 }, () =>
    api.updateTaskStatus({ inspectionId: id, name: 'damage_detection', status: 'NOT_STARTED' }, member),
  )
  checks.text('going back: there is a message', Object(late?.body).message)
  const { name } =
    (await checks.refused('a report nobody asked for', { name: 'UnavailablePdf', status: 422 }, () =>
      api.getPdf({ id }, member),
    )) ?? {}
  checks.equal('which the app shows as not available', name, 'UnavailablePdf')
}
