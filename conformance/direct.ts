import { readSubject } from './subject.ts'

const { url, tokens } = readSubject()

/** What another client has done before: one generation must be able to read what the others make. */
export async function postDirectly(path: string, body: object): Promise<{ id: string }> {
  const answer = await fetch(`${url}/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokens.member}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`POST ${path} answers ${answer.status}: ${text}`)
  return JSON.parse(text)
}

/** What the published client does not hand to its caller. */
export async function readStatusDirectly(inspectionId: string): Promise<string> {
  const answer = await fetch(`${url}/v1/inspections/${inspectionId}`, {
    headers: { authorization: `Bearer ${tokens.member}` },
  })
  const { status }: { status: string } = JSON.parse(await answer.text())
  return status
}
