import { readSigned, refuse } from './read-signed.ts'

type Content = { organization: string; sequence: number; hash: string; created_at: string }

/** What a signed checkpoint says, and who signed it. `said` is what the service says beside it. */
export function readCheckpoint(jws: string, said?: { place: number; hash: string }) {
  const read = readSigned<Content>(jws, 'walkaround-audit+json', 'checkpoint of an audit')
  const { content } = read
  if (said && content && (said.place !== content.sequence || said.hash !== content.hash))
    return refuse('it was signed for another entry.')
  return read
}
