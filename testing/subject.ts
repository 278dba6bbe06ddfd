import type { S3Client } from '@aws-sdk/client-s3'
import type pg from 'pg'
import type { Call } from './history.ts'

export type Query = <Row extends pg.QueryResultRow>(query: string, values?: unknown[]) => Promise<Row[]>

/** What the invariants are checked on: the rows, the objects, and what the clients were told. */
export type Subject = {
  rows: Query
  s3: S3Client
  bucket: string
  calls: readonly Call[]
  operatorKeys: string
}
