import type { ProblemRow } from './problem-row.ts'

/** What can be wrong with any request, and with the service itself. */
export const REQUEST_PROBLEMS = {
  body_malformed: {
    status: 400,
    title: 'The body is not valid JSON',
    cause:
      'The body is not JSON, or it contains something that parsers read differently, such as duplicate keys. `reason` says what was found.',
    fix: 'Send RFC 8259 JSON in UTF-8, without duplicate keys, U+0000 or lone surrogates, with finite numbers, and nested no deeper than the limit.',
  },
  multipart_malformed: {
    status: 400,
    title: 'The multipart body cannot be parsed',
    cause: 'The boundary, a part header or the order of the parts is wrong, or a part is missing.',
    fix: 'Send a part named `json` and a file part whose name equals `acquisition.file_key`.',
  },
  request_invalid: {
    status: 400,
    title: 'The request is invalid',
    cause:
      'A field is missing, has the wrong type or is outside its limits, or a query parameter is unknown.',
    fix: 'See `errors`. Each entry names a field and the rule it breaks.',
  },
  request_malformed: {
    status: 400,
    title: 'The request cannot be parsed',
    cause:
      'The request is not HTTP, has no `Host` header, repeats a header that may appear only once, such as `Authorization`, or has a malformed method, header or chunk.',
    fix: 'Use an HTTP library, and check the proxies between you and the service.',
  },
  idempotency_key_malformed: {
    status: 400,
    title: 'The Idempotency-Key header is invalid',
    cause: 'The key is empty, longer than 255 characters, or contains characters other than visible ASCII.',
    fix: 'Send one random value per write, such as a UUID.',
  },
  precondition_unsupported: {
    status: 400,
    title: 'This operation does not support If-Match',
    cause:
      'There is no version to compare with: the operation creates a resource, or the resource has no versions.',
    fix: 'Remove the header.',
  },
  token_missing: {
    status: 401,
    title: 'Authorization header is required',
    cause: 'The request has no access token.',
    fix: 'Send `Authorization: Bearer <access token>`.',
  },
  token_format: {
    status: 401,
    title: 'Wrong authorization header format, should be in the format : Bearer TOKEN',
    cause: 'The header does not contain exactly one bearer token.',
    fix: 'Send one header: `Authorization: Bearer <access token>`.',
  },
  token_expired: {
    status: 401,
    title: 'Token is expired',
    cause: "The time in the token's `exp` claim has passed.",
    fix: 'Get a new access token from your identity provider.',
  },
  token_audience: {
    status: 401,
    title: 'Token audience invalid, please check audience',
    cause: 'The token was issued for another service.',
    fix: "Request a token with this service's audience from your identity provider.",
  },
  token_issuer: {
    status: 401,
    title: 'Token issuer invalid, please check issuer',
    cause: 'The token comes from a different identity provider than the one configured.',
    fix: 'Use a token from the issuer this service is configured for.',
  },
  token_undecodable: {
    status: 401,
    title: 'Token decode failed',
    cause: 'The value in the header is not a JWT.',
    fix: 'Send the access token, a signed JWT, exactly as the identity provider issued it.',
  },
  token_claims: {
    status: 401,
    title: 'Token payload schema unknown',
    cause: 'The token is genuine, but it lacks a required claim or is not an access token.',
    fix: 'Use an access token with a subject, an organization and a list of permissions.',
  },
  token_invalid: {
    status: 401,
    title: 'Invalid authentication token in request.',
    cause: 'The signature, the algorithm or a time in the token is not valid.',
    fix: 'Use an access token that the configured issuer signed for this service.',
  },
  ticket_invalid: {
    status: 401,
    title: 'The ticket is not valid for this stream',
    cause:
      'The ticket was already used, is older than 30 seconds, was issued for another stream, or never existed.',
    fix: 'Get a new ticket for this stream and use it once.',
  },
  permission_missing: {
    status: 403,
    title: 'The token lacks a required permission',
    cause: 'The token is valid, but it does not carry the permission named in `permission`.',
    fix: 'Ask your administrator for the permission named in `permission`.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    cause:
      'The ID does not exist, belongs to another organization or was deleted, or your permissions do not cover it.',
    fix: 'Check the ID. To keep organizations apart, the service gives the same answer in all these cases.',
  },
  method_not_allowed: {
    status: 405,
    title: 'This path does not support the method',
    cause: 'The path exists, but not with this method.',
    fix: 'See the `Allow` header for the methods of this path.',
  },
  request_timeout: {
    status: 408,
    title: 'The request took too long to arrive',
    cause: 'The headers or the body did not arrive in time.',
    fix: 'Send the request again, over a faster connection or with a smaller body.',
    retryable: true,
  },
  idempotency_key_running: {
    status: 409,
    title: 'A request with this Idempotency-Key is still running',
    cause: 'The first request with this key has not been answered yet.',
    fix: 'Wait for the time in `Retry-After`, then send the same request again.',
    retryable: true,
  },
  version_stale: {
    status: 412,
    title: 'The resource has changed since you read it',
    cause: 'The version in `If-Match` is not the current one. `version` names the current one.',
    fix: 'Read the resource again, check what changed, and reapply your change.',
  },
  data_too_large: {
    status: 413,
    title: 'The custom data exceeds the limit',
    cause:
      '`additional_data`, `owner_info`, task arguments or image details, together with the data already stored, exceed the limit for one resource.',
    fix: 'Store less data. `limit_bytes` names the limit.',
  },
  answer_too_large: {
    status: 422,
    title: 'The response would exceed the limit',
    cause:
      'The requested data is larger than one response may be. `limit_bytes` names the limit for each kind of data in it.',
    fix: 'Request fewer inspections with `limit`, one inspection with `verbose=light`, or its images page by page.',
  },
  body_too_large: {
    status: 413,
    title: 'The body exceeds the limit',
    cause: 'The JSON body is larger than the service accepts.',
    fix: 'Send a smaller body. `limit_bytes` names the limit.',
  },
  media_type_unsupported: {
    status: 415,
    title: 'The content type is not supported',
    cause: 'The `Content-Type` is missing or not supported by this operation, or the body is compressed.',
    fix: 'Send application/json, or multipart/form-data for uploads.',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'The Idempotency-Key was used for a different request',
    cause: 'The key belongs to a request with another method, path or body.',
    fix: 'Use a new key for each write. Repeat a key only with exactly the same request.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    cause:
      'You or your organization made more requests in a minute than the operator allows. `policy` names the limit that was reached, and `limit` its value.',
    fix: 'Wait for the time in `Retry-After`.',
    retryable: true,
  },
  too_many_streams: {
    status: 429,
    title: 'You have too many streams open',
    cause: 'You have reached the number of event streams the operator allows per process. See `limit`.',
    fix: 'Close unused streams, or follow all inspections in one stream.',
    retryable: true,
  },
  request_header_too_large: {
    status: 431,
    title: 'The request headers are too large',
    cause: 'Cookies, tokens and other headers together exceed the limit.',
    fix: 'Send less than 16 KiB of headers.',
  },
  internal_error: {
    status: 500,
    title: 'Internal error',
    cause: 'The service has a bug. The error was logged under the request ID.',
    fix: 'Try again. If the error persists, report the request ID.',
    retryable: true,
  },
  busy: {
    status: 503,
    title: 'The service is busy',
    cause:
      'Your organization, or all organizations together, sent more requests at once than the service can handle. Organizations take turns, and this request waited too long or too many were ahead of it.',
    fix: 'Send fewer requests at once. Wait for the time in `Retry-After`, then try again.',
    retryable: true,
  },
  unavailable: {
    status: 503,
    title: 'The service is temporarily unavailable',
    cause:
      'The database, the object store or the identity provider is not responding, or the service is overloaded.',
    fix: 'Wait for the time in `Retry-After`, then try again.',
    retryable: true,
  },
} as const satisfies Record<string, ProblemRow>
