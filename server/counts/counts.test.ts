import { afterAll, beforeAll, describe, it } from 'vitest'
import { startOwnService } from '../test/own-service.ts'
import { countAnswers } from './count-answers.ts'
import { countInspection } from './count-inspection.ts'
import { countBackground, countRequests, type Watched } from './count-requests.ts'
import { countPictureWork, notePictureWork } from './count-upload.ts'
import { hearNotifications } from './notifications.ts'
import { compareCounts } from './recorded-counts.ts'
import { noteStatements, shortOf } from './sent-statements.ts'

const NEVER_MS = '86400000'

let watched: Watched
let pictureWork: ReturnType<typeof notePictureWork>
let stop: () => Promise<void>
beforeAll(async () => {
  const noted = noteStatements()
  // Nothing looks for events by itself: a look comes when it comes, and is counted apart.
  const service = await startOwnService({
    hinted: false,
    // A slow machine must not make a process forget keys and read them again.
    settings: {
      EVENT_POLL_MS: NEVER_MS,
      ORGANIZATION_KEY_CACHE_S: '86400',
      PUBLIC_URL: 'https://walkaround.test',
    },
  })
  const notifications = await hearNotifications(service)
  // Before the first picture: the child that decodes them lives on.
  pictureWork = notePictureWork(service.temporaryDir)
  watched = { service, sent: noted.sent, notifications }
  stop = async () => {
    pictureWork.stop()
    await notifications.close()
    await service.stop()
    noted.stop()
  }
})
afterAll(() => stop())

describe('what the service asks of PostgreSQL', () => {
  it('for each of the most used operations', async () => {
    const { counts, statements } = await countRequests(watched)
    compareCounts('requests', counts, (name) =>
      (statements[name] ?? []).map((one, n) => `  ${n + 1}. ${shortOf(one)}`).join('\n'),
    )
  })

  it('beside requests', async () => {
    compareCounts('beside requests', await countBackground(watched))
  })

  it('for one whole inspection', async () => {
    compareCounts('one inspection', await countInspection(watched))
  })
})

describe('what the service does with bytes', () => {
  it('to add and to open a picture', async () => {
    compareCounts('work on pictures', await countPictureWork(watched.service, pictureWork))
  })

  it('to answer', async () => {
    compareCounts('bytes of answers', await countAnswers(watched.service))
  })
})
