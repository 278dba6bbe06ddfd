import { readFileSync } from 'node:fs'

const LOGO_BYTES_MAX = 1024 * 1024
const CONTRAST_MIN = 4.5
const GRADES_MAX = 20
const NAME_MAX = 12

export type Logo = { format: 'png' | 'jpg'; bytes: Uint8Array }

/** The most damages of each severity that a grade allows; absent: any number. */
export type Grade = { grade: string; minor?: number; moderate?: number; severe?: number }

/** What is wrong with a logo, to be read after the name of its setting. */
export function logoMistake(file: string): string | null {
  try {
    return readLogo(file) ? null : 'names a file that is neither PNG nor JPEG, or is larger than 1 MiB'
  } catch {
    return 'names a file that cannot be read'
  }
}

export function readLogo(file: string): Logo | null {
  const bytes = readFileSync(file)
  if (bytes.length > LOGO_BYTES_MAX) return null
  if (bytes.subarray(0, 4).toString('hex') === '89504e47') return { format: 'png', bytes }
  return bytes.subarray(0, 3).toString('hex') === 'ffd8ff' ? { format: 'jpg', bytes } : null
}

/** By the contrast of WCAG 2.2, with white: that is the color of what stands on it. */
export function colorMistake(value: string): string | null {
  if (!/^#[0-9a-f]{6}$/i.test(value)) return 'must be a color such as #0f172a'
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) =>
    linear(Number.parseInt(value.slice(at, at + 2), 16) / 255),
  )
  const contrast = 1.05 / (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05)
  return contrast >= CONTRAST_MIN ? null : 'is too light: white text on it cannot be read'
}

const linear = (share: number) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4)

export function gradesMistake(file: string): string | null {
  try {
    readGrades(file)
    return null
  } catch (error) {
    return `names a file that is no list of grades: ${error instanceof Error ? error.message : 'unreadable'}`
  }
}

export function readGrades(file: string): Grade[] {
  const given: unknown = JSON.parse(readFileSync(file, 'utf8'))
  if (!Array.isArray(given) || given.length === 0 || given.length > GRADES_MAX)
    throw new Error(`it must be a list of 1 to ${GRADES_MAX} grades`)
  return given.map(gradeOf)
}

const LIMITS = ['minor', 'moderate', 'severe'] as const

function gradeOf(given: unknown): Grade {
  const { grade, ...limits } = { ...(typeof given === 'object' ? given : null) } as Record<string, unknown>
  if (typeof grade !== 'string' || grade.trim() === '' || grade.length > NAME_MAX)
    throw new Error(`each needs a \`grade\` of at most ${NAME_MAX} characters`)
  const unknown = Object.keys(limits).find((key) => !LIMITS.some((limit) => limit === key))
  if (unknown !== undefined) throw new Error(`\`${unknown}\` is none of ${LIMITS.join(', ')}`)
  const most = Object.entries(limits)
  if (most.some(([, count]) => !Number.isSafeInteger(count) || Number(count) < 0))
    throw new Error('numbers of damages must be whole and not negative')
  return { grade, ...Object.fromEntries(most) }
}
