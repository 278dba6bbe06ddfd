import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { RESOURCE_CODES } from '../out-of-resources.ts'
import { PICTURE_MIMETYPES } from './sniff.ts'

const REJECTED_REASONS = ['unsupported_media', 'too_many_pixels', 'corrupt', 'timeout', 'crashed'] as const
export type RejectedReason = (typeof REJECTED_REASONS)[number]

export type DecoderRequest = {
  inputFile: string
  outputDir: string
  clockwise: 0 | 90 | 180 | 270
  /** The pixels are turned already, whatever the picture says of its orientation. */
  isUpright: boolean
  pixelsMax: number
}

const Side = Type.Integer({ minimum: 1, maximum: 65_535 })

/** Sizes are those of the written files: orientation and rotation are applied. */
export const DecodedPicture = Type.Object({
  image_width: Side,
  image_height: Side,
  working_width: Side,
  working_height: Side,
  mimetype: Type.Literal('image/jpeg'),
  source_mimetype: Type.Enum(PICTURE_MIMETYPES),
  captured_at: Type.Union([
    Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' }),
    Type.Null(),
  ]),
})
export type DecodedPicture = Static<typeof DecodedPicture>

const Ready = Type.Object({ ready: Type.Literal(true) })
const Finished = Type.Object({ picture: DecodedPicture, cpuMs: Type.Number() })
const Refused = Type.Object({
  reason: Type.Enum(REJECTED_REASONS),
  message: Type.String({ maxLength: 1000 }),
  cpuMs: Type.Number(),
})
const Failed = Type.Object({
  fault: Type.String({ maxLength: 1000 }),
  /** What there was too little of, where that is the reason. */
  code: Type.Optional(Type.Enum(RESOURCE_CODES)),
  cpuMs: Type.Number(),
})
const DecoderReply = Type.Union([Ready, Finished, Refused, Failed])
export type DecoderReply = Static<typeof DecoderReply>

/** A child that a picture has taken over can send anything, so its words are checked like a stranger's. */
export function readReply(message: unknown): DecoderReply | null {
  return Value.Check(DecoderReply, message) ? message : null
}
