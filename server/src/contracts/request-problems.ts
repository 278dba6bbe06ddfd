import type { ProblemRow } from './problem-row.ts'

/** What can be wrong with any request, and with the service itself. */
export const REQUEST_PROBLEMS = {
  body_malformed: {
    status: 400,
    title: 'The body is not acceptable JSON',
    cause:
      'The body is not JSON, or is JSON that systems read in different ways. `reason` says what was found.',
    fix: 'Send RFC 8259 JSON in UTF-8: no duplicate keys, no U+0000, no lone surrogates, finite numbers, nesting within the limit.',
  },
  multipart_malformed: {
    status: 400,
    title: 'The multipart body cannot be read',
    cause: "The boundary, a part's header or the order of the parts is wrong, or a part is missing.",
    fix: 'Send a part named `json` and a file part whose name equals `acquisition.file_key`.',
  },
  request_invalid: {
    status: 400,
    title: 'The request does not fit its schema',
    cause: 'A field is missing, has another type, is outside its limits, or a query parameter is unknown.',
    fix: 'See `errors`: each entry names the field and the rule it breaks.',
  },
  request_malformed: {
    status: 400,
    title: 'The request cannot be read',
    cause:
      'It is not HTTP, has no `Host` header, has `Authorization` or another header twice that stands for one thing, or its method, headers or chunks are malformed.',
    fix: 'Use an HTTP library, and look at what stands between you and the service.',
  },
  idempotency_key_malformed: {
    status: 400,
    title: 'The Idempotency-Key header cannot be read',
    cause: 'It is empty, longer than 255 characters, or holds other characters than visible ASCII.',
    fix: 'Send one random value for each write, such as a UUID.',
  },
  precondition_unsupported: {
    status: 400,
    title: 'The operation does not take If-Match',
    cause: 'There is no version of the thing to compare with: it is made new, or has none.',
    fix: 'Leave the header out.',
  },
  token_missing: {
    status: 401,
    title: 'Authorization header is required',
    cause: 'The request came without a token.',
    fix: 'Send `Authorization: Bearer <access token>`.',
  },
  token_format: {
    status: 401,
    title: 'Wrong authorization header format, should be in the format : Bearer TOKEN',
    cause: 'The header is there, and holds something else than one bearer token.',
    fix: 'Send one header of the form `Authorization: Bearer <access token>`.',
  },
  token_expired: {
    status: 401,
    title: 'Token is expired',
    cause: "The time in the token's `exp` has passed.",
    fix: 'Get a new access token from your identity provider.',
  },
  token_audience: {
    status: 401,
    title: 'Token audience invalid, please check audience',
    cause: 'The token was issued for another service.',
    fix: 'Ask the identity provider for a token with the audience of this service.',
  },
  token_issuer: {
    status: 401,
    title: 'Token issuer invalid, please check issuer',
    cause: 'The token comes from another identity provider than the one configured.',
    fix: 'Use a token of the issuer this service is configured for.',
  },
  token_undecodable: {
    status: 401,
    title: 'Token decode failed',
    cause: 'The text in the header is not a JWT.',
    fix: 'Send the access token as the identity provider issued it, a signed JWT.',
  },
  token_claims: {
    status: 401,
    title: 'Token payload schema unknown',
    cause: 'The token is genuine and lacks a claim, or is not an access token.',
    fix: 'The token must be an access token with a subject, an organization and a list of permissions.',
  },
  token_invalid: {
    status: 401,
    title: 'Invalid authentication token in request.',
    cause: 'The signature, the algorithm or the times of the token do not hold.',
    fix: 'Use an access token that this issuer signed for this service.',
  },
  ticket_invalid: {
    status: 401,
    title: 'The ticket opens no stream here',
    cause: 'It was used before, is older than 30 seconds, was made for another stream, or never existed.',
    fix: 'Get a new ticket for this stream and open it once.',
  },
  permission_missing: {
    status: 403,
    title: 'The token lacks a permission this operation needs',
    cause: 'The token is valid and does not carry the permission named in `permission`.',
    fix: 'Ask your administrator for the permission named in `permission`.',
  },
  not_found: {
    status: 404,
    title: 'There is nothing here that you can see',
    cause:
      'The id never existed, is of another organization, is deleted, or your permissions do not reach it.',
    fix: 'Check the id. Things of other organizations and deleted things answer the same.',
  },
  method_not_allowed: {
    status: 405,
    title: 'The path exists and does not take this method',
    cause: 'The method is another one than those of the path.',
    fix: 'See the `Allow` header.',
  },
  request_timeout: {
    status: 408,
    title: 'The request took too long to arrive',
    cause: 'The headers or the body did not arrive in time.',
    fix: 'Send the request again, over a better connection or with less in it.',
    retryable: true,
  },
  idempotency_key_running: {
    status: 409,
    title: 'A request with this Idempotency-Key is still running',
    cause: 'The first request with the key has not been answered yet.',
    fix: 'Wait as long as `Retry-After` says and send the same request again.',
    retryable: true,
  },
  version_stale: {
    status: 412,
    title: 'The thing has changed since you read it',
    cause: 'The version in `If-Match` is not the current one, which `version` names.',
    fix: 'Read it again, look at what changed, and repeat your change on top.',
  },
  data_too_large: {
    status: 413,
    title: 'The free data of a thing is larger than the limit',
    cause:
      '`additional_data`, `owner_info`, task arguments or image details have more bytes than one thing may hold, with what is stored already.',
    fix: 'Store less with it; `limit_bytes` names the limit.',
  },
  answer_too_large: {
    status: 422,
    title: 'The answer would be larger than the limit',
    cause:
      'What was asked for holds more than one answer may carry; `limit_bytes` names the limit of each kind of thing in it.',
    fix: 'Ask for fewer inspections with `limit`, for one inspection with `verbose=light`, or for its images page by page.',
  },
  body_too_large: {
    status: 413,
    title: 'The body is larger than the limit',
    cause: 'The JSON body has more bytes than the service reads.',
    fix: 'Send less; `limit_bytes` names the limit.',
  },
  media_type_unsupported: {
    status: 415,
    title: 'The content type is not one this operation takes',
    cause: 'The `Content-Type` is missing or another one, or the body is compressed.',
    fix: 'Send application/json, or multipart/form-data where pictures are uploaded.',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'The Idempotency-Key was used for another request',
    cause: 'The key belongs to a request with another method, path or body.',
    fix: 'Use a new key for each write; repeat a key only with the very same request.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    cause:
      'You, or your organization as a whole, made more requests than the operator allows in a minute. `policy` says which limit was reached and `limit` names it.',
    fix: 'Wait as long as `Retry-After` says.',
    retryable: true,
  },
  too_many_streams: {
    status: 429,
    title: 'You have too many streams open',
    cause: 'The caller has as many event streams open at this process as the operator allows; see `limit`.',
    fix: 'Close streams that nobody looks at, or follow all inspections in one.',
    retryable: true,
  },
  request_header_too_large: {
    status: 431,
    title: 'The request headers are too large',
    cause: 'Cookies, tokens or other headers are together above the limit.',
    fix: 'Send less than 16 KiB of headers.',
  },
  internal_error: {
    status: 500,
    title: 'Something went wrong on our side',
    cause: 'A defect of the service. It was logged under the request id.',
    fix: 'Try again; if it stays, report the request id.',
    retryable: true,
  },
  busy: {
    status: 503,
    title: 'Too many requests are waiting for this',
    cause:
      'Your organization, or all of them together, asked for more at once than the service does. Organizations take turns; this request waited too long, or too many stood before it.',
    fix: 'Send fewer requests at once. Wait as long as `Retry-After` says and try again.',
    retryable: true,
  },
  unavailable: {
    status: 503,
    title: 'The service cannot do this right now',
    cause: 'The database, the object store or the identity provider does not answer, or the service is busy.',
    fix: 'Wait as long as `Retry-After` says and try again.',
    retryable: true,
  },
} as const satisfies Record<string, ProblemRow>
