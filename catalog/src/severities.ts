export const SEVERITY_NAMES = ['none', 'minor', 'moderate', 'severe'] as const
export type SeverityName = (typeof SEVERITY_NAMES)[number]
export type SeverityLevel = 0 | 1 | 2 | 3

export type Severity = {
  level: SeverityLevel
  name: SeverityName
  /** Text of `ink` on `fill` has a contrast of at least 5 to 1. */
  fill: string
  ink: string
  /** So many bars stand beside the word, for those who do not see the color. */
  bars: number
}

/** By level. */
export const SEVERITIES: readonly [Severity, Severity, Severity, Severity] = [
  { level: 0, name: 'none', fill: '#e2e8f0', ink: '#334155', bars: 0 },
  { level: 1, name: 'minor', fill: '#fde68a', ink: '#713f12', bars: 1 },
  { level: 2, name: 'moderate', fill: '#fdba74', ink: '#7c2d12', bars: 2 },
  { level: 3, name: 'severe', fill: '#fca5a5', ink: '#7f1d1d', bars: 3 },
]
