type Row = {
  status: number
  /** What is wrong, in one sentence without a full stop. */
  title: string
  /** What the reader should do. */
  fix: string
  retryable?: true
}

/** Every error the service answers with. A code is forever: add, never rename. */
export const PROBLEMS = {
  body_malformed: {
    status: 400,
    title: 'The body is not acceptable JSON',
    fix: 'Send RFC 8259 JSON in UTF-8: no duplicate keys, no U+0000, no lone surrogates, finite numbers, nesting within the limit.',
  },
  multipart_malformed: {
    status: 400,
    title: 'The multipart body cannot be read',
    fix: 'Send a part named `json` and a file part whose name equals `acquisition.file_key`.',
  },
  request_invalid: {
    status: 400,
    title: 'The request does not fit its schema',
    fix: 'See `errors`: each entry names the field and the rule it breaks.',
  },
  token_missing: {
    status: 401,
    title: 'Authorization header is required',
    fix: 'Send `Authorization: Bearer <access token>`.',
  },
  token_format: {
    status: 401,
    title: 'Wrong authorization header format, should be in the format : Bearer TOKEN',
    fix: 'Send one header of the form `Authorization: Bearer <access token>`.',
  },
  token_expired: {
    status: 401,
    title: 'Token is expired',
    fix: 'Get a new access token from your identity provider.',
  },
  token_audience: {
    status: 401,
    title: 'Token audience invalid, please check audience',
    fix: 'Ask the identity provider for a token with the audience of this service.',
  },
  token_issuer: {
    status: 401,
    title: 'Token issuer invalid, please check issuer',
    fix: 'Use a token of the issuer this service is configured for.',
  },
  token_undecodable: {
    status: 401,
    title: 'Token decode failed',
    fix: 'Send the access token as the identity provider issued it, a signed JWT.',
  },
  token_claims: {
    status: 401,
    title: 'Token payload schema unknown',
    fix: 'The token must be an access token with a subject, an organization and a list of permissions.',
  },
  token_invalid: {
    status: 401,
    title: 'Invalid authentication token in request.',
    fix: 'Use an access token that this issuer signed for this service.',
  },
  permission_missing: {
    status: 403,
    title: 'The token lacks a permission this operation needs',
    fix: 'Ask your administrator for the permission named in `permission`.',
  },
  not_found: {
    status: 404,
    title: 'There is nothing here that you can see',
    fix: 'Check the id. Things of other organizations and deleted things answer the same.',
  },
  task_already_started: {
    status: 409,
    title: 'The task has already started',
    fix: 'A started task can no longer be edited and takes no more images. Create another inspection.',
  },
  task_transition_refused: {
    status: 409,
    title: 'The task cannot go from its status to that one',
    fix: 'See `task_status` for where it is and `allowed` for where it can go.',
  },
  body_too_large: {
    status: 413,
    title: 'The body is larger than the limit',
    fix: 'Send less; `limit_bytes` names the limit.',
  },
  image_too_large: {
    status: 413,
    title: 'The picture is larger than the limit',
    fix: 'Send a smaller picture; `limit_bytes` names the limit.',
  },
  media_type_unsupported: {
    status: 415,
    title: 'The content type is not one this operation takes',
    fix: 'Send application/json, or multipart/form-data where pictures are uploaded.',
  },
  image_unsupported: {
    status: 415,
    title: 'The bytes are not a JPEG, PNG or WebP picture',
    fix: 'Send a picture in one of these formats; the declared type does not matter, the bytes do.',
  },
  image_too_many_pixels: {
    status: 422,
    title: 'The picture has more pixels than the limit',
    fix: 'Send a smaller picture; `limit_pixels` names the limit.',
  },
  image_corrupt: {
    status: 422,
    title: 'The picture cannot be decoded',
    fix: 'Take or export the picture again; its data is damaged.',
  },
  image_file_missing: {
    status: 422,
    title: 'No file part has the name given in acquisition.file_key',
    fix: 'Name the file part like `acquisition.file_key`.',
  },
  image_download_failed: {
    status: 422,
    title: 'The picture could not be fetched from its URL',
    fix: 'The URL must be public https, answer 200 within the time limit, and hold one picture.',
  },
  images_too_many: {
    status: 422,
    title: 'The inspection would have more images than the limit',
    fix: 'Create another inspection; `limit` names the limit.',
  },
  task_not_in_inspection: {
    status: 422,
    title: 'The inspection has no such task',
    fix: 'Create the inspection with every task you will ever run on it.',
  },
  task_unknown: { status: 422, title: 'There is no task of that name', fix: 'See `known` for the names.' },
  task_not_available: {
    status: 422,
    title: 'No model for this task is installed',
    fix: 'Install a model for the task, or start another one.',
  },
  request_header_too_large: {
    status: 431,
    title: 'The request headers are too large',
    fix: 'Send less than 16 KiB of headers.',
  },
  internal_error: {
    status: 500,
    title: 'Something went wrong on our side',
    fix: 'Try again; if it stays, report the request id.',
    retryable: true,
  },
  unavailable: {
    status: 503,
    title: 'The service cannot do this right now',
    fix: 'Wait as long as `Retry-After` says and try again.',
    retryable: true,
  },
} as const satisfies Record<string, Row>

export type ProblemCode = keyof typeof PROBLEMS

export type ProblemParams = Record<string, string | number | readonly string[]>

/** An expected failure. Everything else that is thrown is a bug and becomes a 500. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly params: ProblemParams
  readonly errors: readonly { field: string; message: string }[]

  constructor(
    code: ProblemCode,
    params: ProblemParams = {},
    errors: readonly { field: string; message: string }[] = [],
    cause?: unknown,
  ) {
    super(PROBLEMS[code].title, { cause })
    this.code = code
    this.params = params
    this.errors = errors
  }
}
