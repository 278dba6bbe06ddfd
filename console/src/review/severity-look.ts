import { SEVERITIES, type Severity } from '@walkaround/catalog/severities'

/** A part nobody has judged looks like one without severity, but says so in words. */
export function severityLook(level: number | null): Severity {
  return SEVERITIES.find((one) => one.level === level) ?? SEVERITIES[0]
}

/** For outlines on a photo: a dark line over a white one shows on any paint. */
export function severityColors(level: number | null): { line: string; fill: string } {
  const { ink, fill } = severityLook(level)
  return { line: ink, fill }
}
