import { readdirSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { field } from '../../testing/client.ts'
import { listObjects } from '../../testing/ground.ts'
import { Harness } from '../../testing/harness.ts'
import { digest, noise, vary } from '../../testing/pictures.ts'
import { freePorts } from '../../testing/ports.ts'
import { openFiles, residentMb } from '../../testing/processes.ts'
import { createRandom } from '../../testing/random.ts'
import { BREAK_OFF_KINDS, checkBreakOffs } from './break-offs.ts'
import { campaign } from './campaign.ts'
import { collectGarbage } from './garbage.ts'
import { checkInvariants, INVARIANT_KINDS } from './invariants.ts'
import { CANARY, createTagged, findSegments, findWithExiftool } from './metadata.ts'
import { slowParts, uploadTogether, vanish } from './slow-uploads.ts'

const HEAVY = {
  warmUp: 16,
  picture: { width: 2_400, height: 1_700, quality: 95 },
  pauseMs: 100,
  letGoMs: 5_000,
}
const SIZES = {
  // Memory is judged at the full size alone: this one needs no warm process, and pictures as small as any.
  smoke: {
    uploads: 8,
    vanishing: 6,
    warmUp: 1,
    picture: { width: 1_200, height: 850, quality: 95 },
    pauseMs: 20,
    letGoMs: 500,
  },
  small: { uploads: 12, vanishing: 10, ...HEAVY, letGoMs: 2_000 },
  full: { uploads: 100, vanishing: 50, ...HEAVY },
}
const MB_EACH_MAX = 0.5
/** What an upload in flight costs is measured with all of them in flight, and each hardly sends anything for a while. */
const ALL_AT_ONCE = {
  QUOTA_UPLOADS_IN_FLIGHT_MAX: '1000',
  UPLOADS_IN_FLIGHT_MAX: '1000',
  UPLOADS_IN_FLIGHT_PER_CALLER_MAX: '1000',
  UPLOAD_BYTES_IN_FLIGHT_MAX: '10000000000',
  UPLOAD_BYTES_PER_S_MIN: '10',
}
const SETTLE_MS_MAX = 60_000
const FACTS = [
  'process_ended',
  'uploads_failed',
  'temporary_files_left',
  'files_left_open',
  'traces_left',
  'metadata_served',
  'control_blind',
  ...BREAK_OFF_KINDS.facts,
  ...INVARIANT_KINDS,
]
const TIMED = ['memory_too_high', ...BREAK_OFF_KINDS.timed]

/** Many slow uploads at once, clients that vanish, pictures that must come back without their metadata, and broken lines. */
export const uploads = campaign(
  { facts: FACTS, timed: TIMED },
  async ({ size, seed, violations, say, atEnd }) => {
    const plan = SIZES[size]
    const random = createRandom(seed)
    const [inspectorPort = 0] = await freePorts(1)
    const nodeArgs = [`--inspect=127.0.0.1:${inspectorPort}`]
    const harness = await Harness.open({ apis: 1, workers: 0, nodeArgs, settings: ALL_AT_ONCE })
    atEnd(() => harness.close())
    const big = await noise(random, plan.picture)
    const bytesEach = big.length
    say(`each picture has ${(bytesEach / 1e6).toFixed(1)} MB`)
    const client = harness.createClient('warm-up', 'alder-member')
    const inspection = (await client.createInspection()) ?? ''
    const apiPid = harness.apis[0]?.pid ?? 0
    await client.createImage(inspection, vary(big, random), [])
    const coldMb = residentMb(apiPid)
    // Garbage moves a single reading by 35 MB, most of the budget: it is collected before memory is read, so that the
    // difference is what the uploads hold. The readings with garbage are printed beside.
    const usedMb = async () => {
      await collectGarbage(inspectorPort)
      return residentMb(apiPid)
    }
    for (let n = 0; n < plan.warmUp; n++) await client.createImage(inspection, vary(big, random), [])
    const beforeMb = await usedMb()

    const parts = slowParts(harness, inspection, random, usedMb, plan)
    const pictures = () => Array.from({ length: plan.uploads }, () => vary(big, random))
    const eachOf = ({ plateauMb }: { plateauMb: number }) => (plateauMb - beforeMb) / plan.uploads
    const memory = await violations.measure(
      'memory_too_high',
      () => uploadTogether(parts, pictures(), say),
      (memory) => (eachOf(memory) > MB_EACH_MAX ? `${eachOf(memory).toFixed(2)} MB for each upload` : null),
    )
    const mbEach = eachOf(memory)
    for (const call of harness.history.calls.filter(({ outcome }) => outcome !== 'ok'))
      violations.add('uploads_failed', `${call.operation} answered ${call.status}`)
    say(
      `${mbEach.toFixed(2)} MB of API memory for each upload in flight; ${violations.count('uploads_failed')} failed`,
    )

    await checkVanishing()
    const served = await checkMetadata()
    const found = await checkInvariants(harness.subject(), violations)
    for (const death of harness.listDeaths()) violations.add('process_ended', death)
    const brokenOff = await checkBreakOffs({ size, random, violations, say, atEnd })
    const each = (mb: number) => Number((mb / plan.uploads).toFixed(3))
    const counts = {
      uploads: plan.uploads,
      bytes_each: bytesEach,
      api_mb_cold: Math.round(coldMb),
      api_mb_each_from_cold: each(memory.plateauMb - coldMb),
      api_mb_each_at_peak: each(memory.peakMb - beforeMb),
      api_mb_uncollected: Math.round(memory.uncollectedMb),
      api_mb_before: Math.round(beforeMb),
      api_mb_plateau: Math.round(memory.plateauMb),
      api_mb_peak: Math.round(memory.peakMb),
      api_mb_each: Number(mbEach.toFixed(3)),
      api_mb_peak_storing: Math.round(memory.storingPeakMb),
      decoders_mb_plateau: Math.round(memory.plateauDecodersMb),
      decoders_mb_peak: Math.round(memory.decodersPeakMb),
      vanished: plan.vanishing,
      served,
      ...found,
      ...brokenOff,
    }
    return {
      counts,
    }

    async function checkVanishing(): Promise<void> {
      const [api] = harness.apis
      if (!api) return
      const folder = harness.temporaryDir(api)
      const traces = async () => {
        const [rows] = await harness.rows(
          'select (select count(*) from images) as images, (select count(*) from uploads) as uploads',
        )
        return JSON.stringify({
          ...rows,
          objects: (await listObjects(harness.ground.s3, harness.ground.name)).size,
        })
      }
      // Connections of the slow uploads close by themselves first.
      await delay(1_000)
      const before = { traces: await traces(), files: openFiles(api.pid) }
      await Promise.all(Array.from({ length: plan.vanishing }, () => vanish(parts, vary(big, random))))
      const untilMs = performance.now() + SETTLE_MS_MAX
      const left = () => readdirSync(folder)
      const isSettled = async () =>
        left().length === 0 && openFiles(api.pid) <= before.files + 5 && (await traces()) === before.traces
      while (performance.now() < untilMs && !(await isSettled())) await delay(100)
      for (const file of left()) violations.add('temporary_files_left', file)
      if (openFiles(api.pid) > before.files + 5)
        violations.add('files_left_open', `${before.files} -> ${openFiles(api.pid)}`)
      if ((await traces()) !== before.traces)
        violations.add('traces_left', `${before.traces} became ${await traces()}`)
      say(`${plan.vanishing} clients vanished; ${left().length} temporary files are left`)
    }

    async function checkMetadata(): Promise<number> {
      const tagged = await createTagged()
      for (const { name, bytes } of tagged) {
        if (!bytes.includes(CANARY) || findWithExiftool(bytes)?.length === 0)
          violations.add('control_blind', name)
        if (name.startsWith('jpeg') && findSegments(bytes).length === 0)
          violations.add('control_blind', `${name}: no segment seen`)
        const answer = await client.createImage(inspection, { bytes, sha256: digest(bytes) }, [])
        if (answer?.status !== 201) {
          violations.add('uploads_failed', `${name}: ${answer?.status} ${answer?.text}`)
          continue
        }
        const picture = await harness.http.download({ method: 'GET', url: field(answer, 'path') })
        if (picture.status !== 200)
          violations.add('uploads_failed', `${name}: its path answers ${picture.status}`)
        const seen = [...findSegments(picture.bytes), ...(findWithExiftool(picture.bytes) ?? [])]
        if (picture.bytes.includes(CANARY)) seen.push('the canary')
        for (const what of seen) violations.add('metadata_served', `${name}: ${what}`)
      }
      say(
        `${tagged.length} pictures with GPS, EXIF, XMP, IPTC, comments and profiles: ${violations.count('metadata_served')} traces in what is served`,
      )
      return tagged.length
    }
  },
)
