import { benchEvents } from './events.ts'
import { type Figures, type Ground, openGround } from './pair.ts'
import { benchDownload, benchUpload } from './pictures.ts'
import { benchCreate, benchList, benchRead } from './requests.ts'

/** Those that compare an api with a bare program beside it. */
export const PAIR_BENCHES: Record<string, (ground: Ground) => Promise<Figures>> = {
  read: benchRead,
  list: benchList,
  create: benchCreate,
  upload: benchUpload,
  download: benchDownload,
  events: benchEvents,
}

export async function benchPair(name: string): Promise<Figures> {
  const ground = await openGround()
  try {
    return await requireBench(name)(ground)
  } finally {
    await ground.close()
  }
}

function requireBench(name: string) {
  const bench = PAIR_BENCHES[name]
  if (!bench) throw new Error(`no bench ${name}`)
  return bench
}
