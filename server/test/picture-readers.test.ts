import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const SOURCES = join(import.meta.dirname, '../src')

/**
 * Every file that takes bytes out of the object store, and where they go. A new one must be entered here: what people see
 * of pictures is decided in these places, and only in these (ADR 0062).
 */
const READERS: Record<string, 'people' | 'models' | 'reports' | 'operators' | 'managers'> = {
  'analysis/working-picture.ts': 'models',
  'operator/backup/verify-backup.ts': 'operators',
  'operator/doctor/check-bucket.ts': 'operators',
  // Originals, for whoever may open them: each export is recorded (ADR 0059).
  'privacy/exports/list-files.ts': 'managers',
  // Thumbnails come through it as well.
  'inspection/images/get-picture.ts': 'people',
  'inspection/images/open-object.ts': 'people',
  // Into the store again, under another key.
  'operator/rekey/reseal-objects.ts': 'operators',
  // The finished PDF, whose pictures came through report-pictures.ts.
  'outputs/reports/get-report-file.ts': 'reports',
  'outputs/reports/report-pictures.ts': 'people',
}

/** Ways to bytes: the store itself, and the function that opens an object for an answer. */
const READS = /\bstorage\s*\.get\(|\bopenObject\(/

const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
)
const textOf = (file: string) => readFileSync(join(SOURCES, file), 'utf8')

describe('bytes of pictures', () => {
  it('are taken out of the store only by the files in the list', () => {
    expect(files.filter((file) => READS.test(textOf(file))).sort()).toEqual(Object.keys(READERS).sort())
  })

  it('are never those of the original where people see them', () => {
    const opened = Object.keys(READERS).filter(
      (file) => READERS[file] === 'people' && /['"]original['"]/.test(textOf(file)),
    )
    expect(opened).toEqual([])
  })

  it('go through what hides bystanders before people see them', () => {
    // `get-picture.ts` opens for thumbnails and renderings; `open-object.ts` decides nothing.
    const unhidden = Object.keys(READERS).filter(
      (file) =>
        READERS[file] === 'people' &&
        file !== 'inspection/images/open-object.ts' &&
        !/\bhowShown\(/.test(textOf(file)),
    )
    expect(unhidden).toEqual([])
    const openers = files.filter((file) => /\bfindPicture\(/.test(textOf(file)))
    expect(openers.filter((file) => !/\bshown\b/.test(textOf(file)))).toEqual([])
  })

  it('are shown with nothing hidden only by a URL that openOriginal signs', () => {
    expect(new Set(files.filter((file) => /\bsignSharp\(/.test(textOf(file))))).toEqual(
      new Set(['inspection/images/open-original.ts', 'core/platform/picture-url.ts']),
    )
  })
})
