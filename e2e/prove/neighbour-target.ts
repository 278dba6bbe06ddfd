/** What the abusing organization has in hand: made by the campaign, given to the program that abuses. */
export type Target = {
  url: string
  /** Tokens of its people, of whom only the first is no manager; each has a share of its own of what is counted by caller. */
  tokens: string[]
  /** A caller of the same organization who may do nothing. */
  strangerToken: string
  /** Small ones, for work that is spread over many. */
  inspections: string[]
  /** One with as many things in it, and as large, as the limits allow. */
  largeInspection: string
  pictureUrl: string
  /** A PNG of nearly as many pixels as the service takes, and few bytes. */
  largePngFile: string
  /** How many clients of each kind there are, as a share of the most. */
  crowd: number
  /** How often each of them asks at most; null: until the abuse is over. */
  turns: number | null
  /** Addresses of receivers that answer slowly, never, or with a flood. */
  receivers: string[]
}

export const ABUSES = [
  'large_pictures',
  'patches',
  'thumbnails',
  'reports',
  'slow_bodies',
  'strangers',
  'streams',
  'waits',
  'webhooks',
  'keys',
  // Last, because memory that was once taken may stay resident: each abuse answers for its own.
  'large_reads',
  'lists',
] as const
export type AbuseName = (typeof ABUSES)[number]

/** Stands in the first bytes of every file that a caller without permission sends. */
export const STRANGER_MARK = 'sent-by-a-stranger'
/** The same of a caller who may: these files are seen on disk, or the watch is blind. */
export const STALLED_MARK = 'sent-by-a-member'

/** How often the abuser was answered what; `0` is no answer. */
export type Tally = Record<string, number>
