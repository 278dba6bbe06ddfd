import type { Checks } from '../checks.ts'
import { bodyOf, http, jsonBody, subject } from '../http-client.ts'
import { UNKNOWN_ID } from '../subject.ts'

const ORIGIN = 'https://app.example'

/** A page sees an answer, also a refusal, only if the answer itself lets it. */
export async function checkCrossOrigin(checks: Checks): Promise<void> {
  await checks.journey('cross origin', async () => {
    const headers = { origin: ORIGIN, authorization: `Bearer ${subject.tokens.member}` }
    const made = await http.ask({
      method: 'POST',
      url: `${subject.url}/v1/inspections`,
      headers,
      body: jsonBody({ tasks: {} }),
    })
    const answers = [
      [
        'an inspection',
        await http.ask({ method: 'GET', url: `${subject.url}/v1/inspections/${bodyOf(made).id}`, headers }),
        200,
      ],
      ['a list', await http.ask({ method: 'GET', url: `${subject.url}/v1/inspections`, headers }), 200],
      [
        '401',
        await http.ask({ method: 'GET', url: `${subject.url}/v1/inspections`, headers: { origin: ORIGIN } }),
        401,
      ],
      [
        '404',
        await http.ask({ method: 'GET', url: `${subject.url}/v1/inspections/${UNKNOWN_ID}`, headers }),
        404,
      ],
      [
        '404 of a path that does not exist',
        await http.ask({ method: 'GET', url: `${subject.url}/v1/nothing`, headers }),
        404,
      ],
      [
        '415',
        await http.ask({
          method: 'POST',
          url: `${subject.url}/v1/inspections`,
          headers,
          body: { contentType: 'text/plain', bytes: 'x' },
        }),
        415,
      ],
    ] as const
    for (const [name, answer, status] of answers) {
      checks.equal(`${name}: status`, answer.status, status)
      checks.that(
        `${name}: the page may read it`,
        ['*', ORIGIN].includes(String(answer.headers['access-control-allow-origin'])),
        answer.headers,
      )
      checks.that(
        `${name}: the page may read Retry-After`,
        /retry-after/i.test(String(answer.headers['access-control-expose-headers'])),
        answer.headers,
      )
      if (status !== 200) checks.text(`${name}: it is JSON with a message`, bodyOf(answer).message)
    }
  })
}
