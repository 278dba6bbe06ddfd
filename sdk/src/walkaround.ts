export type * from './api-types.ts'
export type { Answered } from './call.ts'
export { type CaptureHolder, type CaptureLinkOptions, openCaptureLink } from './capture-link.ts'
export { type Client, type ClientOptions, createClient } from './client.ts'
export { createDeviceKey, type DeviceKey } from './device-key.ts'
export {
  type ClientErrorCode,
  type FieldError,
  WalkaroundError,
  type WalkaroundErrorCode,
} from './errors.ts'
export type { StreamEvent, StreamOptions } from './event-stream.ts'
export type { CallOptions, VersionedOptions, WriteOptions } from './exchange.ts'
export type { FileSource } from './file-source.ts'
export { normalize } from './normalize.ts'
export * from './operations.ts'
export type { Page, Paged } from './paging.ts'
export type { Amount, Normalized, PageLink, Paging, RelatedImage } from './records.ts'
export type { TokenSource } from './tokens.ts'
export { type Progress, type UploadOptions, uploadImage, uploadReport } from './upload.ts'
export {
  type WaitOptions,
  waitForComparison,
  waitForComparisonReport,
  waitForErasure,
  waitForReport,
  waitForTask,
} from './waiting.ts'
export { verifyWebhook, type WebhookHeaders, type WebhookOptions } from './webhooks.ts'
