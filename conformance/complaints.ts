import type { Checks } from './checks.ts'

/** The clients swallow a thumbnail that fails and only print it; from now on what they print is kept. */
export function listenForComplaints(): string[] {
  const complaints: string[] = []
  console.error = (...parts: unknown[]) => {
    complaints.push(parts.map(String).join(' '))
  }
  return complaints
}

export async function checkComplaints(checks: Checks, complaints: string[]): Promise<void> {
  await checks.journey('thumbnails', async () => {
    const failed = complaints.filter((text) => /Thumbnail/.test(text))
    checks.equal('the client complains about none', failed, [])
  })
}
