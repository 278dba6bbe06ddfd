/** The service as a program of the suite is told about it, in one environment variable. */
export type Subject = {
  url: string
  tokens: Record<Person, string>
  /** A second service, whose issuer signs whatever the suite asks for: the only way to an expired token. */
  refusing: { url: string; tokens: Record<TokenFault, string> }
  ca_file: string
  certificate_file: string
  key_file: string
}

export const PEOPLE = {
  member: 'alder-member',
  colleague: 'alder-member2',
  manager: 'alder-manager',
  nobody: 'alder-none',
  stranger: 'birch-manager',
} as const
export type Person = keyof typeof PEOPLE

const TOKEN_FAULTS = [
  'none',
  'expired',
  'wrong audience',
  'wrong issuer',
  'of another issuer',
  'not a token',
  'wrong signature',
  'no organization claim',
] as const
export type TokenFault = (typeof TOKEN_FAULTS)[number]

/** An id in the form of the service's own that belongs to nothing. */
export const UNKNOWN_ID = '01900000-0000-7000-8000-000000000000'

const VARIABLE = 'CONFORMANCE_SUBJECT'

export function passSubject(subject: Subject): Record<string, string> {
  return { [VARIABLE]: JSON.stringify(subject) }
}

export function readSubject(): Subject {
  const text = process.env[VARIABLE]
  if (!text) throw new Error('This program is started by `pnpm conformance`.')
  return JSON.parse(text)
}
