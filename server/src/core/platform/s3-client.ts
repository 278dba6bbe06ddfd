import { S3Client } from '@aws-sdk/client-s3'

export type S3Options = {
  endpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** Milliseconds for which a connection in use may carry nothing. */
  idleMsMax?: number
}

export const CONNECTIONS_MAX = 200
const IDLE_MS_MAX = 30_000

export function createS3Client(options: S3Options): S3Client {
  return new S3Client({
    endpoint: options.endpoint,
    region: options.region,
    forcePathStyle: true,
    // A stream cannot be sent twice; putFile reads the file anew for each attempt.
    maxAttempts: 1,
    // The SDK would write to the console; whoever asked gets the error and logs it.
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    // The default trailing checksum needs chunked bodies, which Ceph's gateway answers with 411.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      httpAgent: { maxSockets: CONNECTIONS_MAX },
      httpsAgent: { maxSockets: CONNECTIONS_MAX },
      connectionTimeout: 3_000,
      requestTimeout: 30_000,
      throwOnRequestTimeout: true,
      // The time-out of a request ends with the head of the answer; this one also ends a body that has stopped coming.
      socketTimeout: options.idleMsMax ?? IDLE_MS_MAX,
    },
    credentials: { accessKeyId: options.accessKeyId, secretAccessKey: options.secretAccessKey },
  })
}
