import pg from 'pg'

/** An object that must be there. */
export type ExpectedObject = {
  key: string
  /** Null where the database knows no digest: of the pictures that are made from an original. */
  sha256: string | null
  sizeBytes: number | null
}

type Row = {
  place: string
  kind: 'image' | 'picture' | 'report'
  sha256: string
  size_bytes: number
}

const FETCHED_AT_ONCE = 500
/** The parts of an image that are made from its original. The console shows them; they have no digest. */
const DERIVED = ['picture.jpg', 'working.jpg']

/** In the order in which an object store lists its keys: that of their bytes. */
export const EXPECTED = `
  select place, kind, sha256, size_bytes from (
    select org_id || '/' || id as place, case when original_erased_at is null then 'image' else 'picture' end as kind,
      sha256, binary_size as size_bytes from images
    union all
    select org_id || '/' || id, 'image', sha256, binary_size from objection_pictures
    union all
    select org_id || '/' || coalesce(file_id, id), 'report', sha256, size_bytes from reports
    where status = 'DONE' and file_erased_at is null
  ) as expected
  where place collate "C" > $1
  order by place collate "C"`

/** The role must see every organization; one behind row-level security would find nothing and everything well. */
export class RowsHidden extends Error {}

/** What the rows of one moment refer to. Of any number of rows only a few hundred are in memory. */
export async function* listExpected(
  databaseUrl: string,
  after: string,
): AsyncGenerator<{ place: string; objects: ExpectedObject[] }> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const { rows } = await client.query("select row_security_active('images') as hidden")
    if (rows[0]?.hidden) throw new RowsHidden('this role sees the rows of one organization only')
    await client.query(`declare expected no scroll cursor for ${EXPECTED}`, [after])
    for (;;) {
      const { rows } = await client.query<Row>(`fetch ${FETCHED_AT_ONCE} from expected`)
      if (rows.length === 0) return
      for (const row of rows) yield { place: row.place, objects: objectsOf(row) }
    }
  } finally {
    await client.end()
  }
}

function objectsOf({ place, kind, sha256, size_bytes }: Row): ExpectedObject[] {
  const whole = (part: string) => ({ key: `${place}/${part}`, sha256, sizeBytes: size_bytes })
  if (kind === 'report') return [whole('report.pdf')]
  const derived = DERIVED.map((part) => ({ key: `${place}/${part}`, sha256: null, sizeBytes: null }))
  // Of a picture whose original went by a rule the rest stays.
  return kind === 'picture' ? derived : [whole('original'), ...derived]
}
