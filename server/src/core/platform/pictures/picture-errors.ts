import type { ResourceCode } from '../out-of-resources.ts'
import type { RejectedReason } from './decoder-messages.ts'

/** The picture is at fault, not the service: the caller's answer is a refusal with this reason. */
export class PictureRejected extends Error {
  reason: RejectedReason
  constructor(reason: RejectedReason, message: string) {
    super(message)
    this.name = 'PictureRejected'
    this.reason = reason
  }
}

/** The picture is not at fault. `code` says what the machine had too little of, where that is the reason. */
export class DecoderFault extends Error {
  override name = 'DecoderFault'
  readonly code: ResourceCode | undefined
  constructor(message: string, code?: ResourceCode, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
