import { type Answer, Http, jsonBody } from '../testing/http.ts'
import { readSubject } from './subject.ts'

export const subject = readSubject()
export const http = new Http({ STACK_CA_FILE: subject.ca_file }, 8)

/** JSON of an answer, and an empty object for what is not JSON. */
export function bodyOf(answer: Answer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(answer.text)
    return Object(value)
  } catch {
    return {}
  }
}

export { type Answer, jsonBody }
