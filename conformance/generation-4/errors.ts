import type { Checks } from '../checks.ts'
import { createPicture } from '../pictures.ts'
import { type TokenFault, UNKNOWN_ID } from '../subject.ts'
import { api, configOf, create, manager, member, read, subject } from './client.ts'

const REFUSALS: [TokenFault, string][] = [
  ['expired', 'TokenExpired'],
  ['wrong audience', 'InvalidToken'],
  ['wrong issuer', 'InvalidToken'],
  ['of another issuer', 'InvalidToken'],
  ['not a token', 'InvalidToken'],
  ['no organization claim', 'InvalidToken'],
]

export async function checkErrors(checks: Checks): Promise<void> {
  await checks.journey('errors', async () => {
    const { url, tokens } = subject.refusing
    for (const [fault, name] of REFUSALS)
      await checks.refused(fault, { name, status: 401 }, () => read(UNKNOWN_ID, configOf(tokens[fault], url)))
    await checks.refused('an unknown inspection', { name: 'HTTPError', status: 404 }, () => read(UNKNOWN_ID))
    const id = await create(['damage_detection'])
    const move = (status: string, config = member) =>
      api.updateTaskStatus({ inspectionId: id, name: 'damage_detection', status }, config)
    await checks.refused('DONE before the start', { name: 'HTTPError', status: 409 }, () =>
      move('DONE', manager),
    )
    const upload = {
      uploadType: 'video_frame' as const,
      frameIndex: 0,
      timestamp: 0,
      inspectionId: id,
      picture: createPicture(),
    }
    await api.addImage(upload, member)
    const started = await move('TODO')
    checks.equal('a start that is sent again answers the same id', (await move('TODO')).id, started.id)
    await checks.refused('an image for a started task', { name: 'HTTPError', status: 409 }, () =>
      api.addImage({ ...upload, frameIndex: 1, picture: createPicture() }, member),
    )
  })
}
