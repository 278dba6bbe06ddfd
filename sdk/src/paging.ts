import type { Entities } from './api-types.ts'
import { type Answered, call } from './call.ts'
import type { Client } from './client.ts'
import type { CallOptions } from './exchange.ts'
import type { Paging } from './records.ts'

export type Page<Beside = unknown> = Answered<string[], { paging: Paging } & Beside>
type RecordOf<Map extends keyof Entities> = NonNullable<Entities[Map]>[string]

/** One page when awaited; every record, page after page, when looped over. */
export type Paged<Map extends keyof Entities> = Promise<Page> &
  AsyncIterable<RecordOf<Map>> & {
    /** Page after page, with the records that belong to them. */
    pages: () => AsyncGenerator<Page, void, undefined>
  }

export function listPages<Map extends keyof Entities>(
  client: Client,
  path: string,
  map: Map,
  options: CallOptions | undefined,
  query: object = {},
): Paged<Map> {
  const load = (link: object) => call<Page>(client, 'GET', path, options, undefined, { ...query, ...link })
  const first = load({})
  // Whoever loops awaits it there; until then nobody is to blame.
  first.catch(() => {})

  async function* pages(): AsyncGenerator<Page, void, undefined> {
    let page = await first
    for (;;) {
      yield page
      const { next } = page.paging.cursors
      if (!next) return
      // A page asked for with `before` leads on with `after`; both at once have no meaning.
      page = await load({ before: undefined, ...next })
    }
  }

  async function* records(): AsyncGenerator<RecordOf<Map>, void, undefined> {
    for await (const { entities, result } of pages())
      for (const id of result) {
        const record = entities[map]?.[id]
        // The map of a kind has the records of that kind; the compiler cannot see which kind it is here.
        if (record) yield record as RecordOf<Map>
      }
  }

  return Object.assign(first, { pages, [Symbol.asyncIterator]: records })
}
