import { type Client, type ClientOptions, createClient } from './client.ts'
import { createDeviceKey, createProver, type DeviceKey } from './device-key.ts'
import { WalkaroundError } from './errors.ts'
import { createCaptureSession } from './operations.ts'

export type CaptureLinkOptions = Omit<ClientOptions, 'token' | 'baseUrl'> & {
  /** The URL of the link, with the part after `#`. */
  url: string
  /** Where the service is, if not where the link leads. */
  baseUrl?: string
  /** The key of this device, from `createDeviceKey`. Keep it: the link knows the device by it. */
  key?: DeviceKey
}

/** A device that has opened a capture link: its client may call `getCapture`, `createCapturePicture`, `updateCaptureReading` and `finishCapture`. */
export type CaptureHolder = {
  client: Client
  inspectionId: string
  captureLinkId: string
  key: DeviceKey
}

/** Opens a capture link on this device. The client gets the next token by itself, as long as the link is valid. */
export async function openCaptureLink(options: CaptureLinkOptions): Promise<CaptureHolder> {
  const { url, baseUrl = baseOf(url), key = await createDeviceKey(), ...rest } = options
  const secret = new URL(url).hash.slice(1)
  const prover = await createProver(key)
  const asking = createClient({ ...rest, baseUrl, token: '' })
  const ask = async () => {
    const dpop = await prover.prove('POST', `${asking.baseUrl}/v1/capture_sessions`, secret)
    return createCaptureSession(asking, { secret }, { headers: { dpop } })
  }
  const open = async () => {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof WalkaroundError) || error.problem.reason !== 'time') throw error
      prover.setTime(String(error.problem.now))
      return ask()
    }
  }
  const first = await open()
  let given: string | undefined = first.token
  const token = async () => {
    const next = given ?? (await open()).token
    given = undefined
    return next
  }
  const client = { ...createClient({ ...rest, baseUrl, token }), prover }
  return { client, inspectionId: first.inspectionId, captureLinkId: first.captureLinkId, key }
}

/** The link leads to the app, which is served beside the interface. */
const baseOf = (url: string): string => url.replace(/\/capture\/?(\?[^#]*)?#.*$/, '')
