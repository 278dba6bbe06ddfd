/** Proves with the key of this device that a request comes from it (RFC 9449). */
export type Prover = {
  prove: (method: string, url: string, secret: string) => Promise<string>
  /** What time it is at the service: the clock of a phone may be wrong. */
  setTime: (now: string) => void
}

type Key = Parameters<typeof crypto.subtle.sign>[1]

/** A pair of keys as the platform makes them. */
export type DeviceKey = { readonly privateKey: Key; readonly publicKey: Key }

/** A key that never leaves the device: it can be stored in IndexedDB as it is, and nobody can read it. */
export async function createDeviceKey(): Promise<DeviceKey> {
  return crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])
}

export async function createProver({ privateKey, publicKey }: DeviceKey): Promise<Prover> {
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', publicKey)
  const header = encodeText(JSON.stringify({ typ: 'dpop+jwt', alg: 'ES256', jwk: { kty, crv, x, y } }))
  let offsetMs = 0
  return {
    setTime: (now) => {
      offsetMs = Date.parse(now) - Date.now()
    },
    prove: async (method, url, secret) => {
      const claims = {
        jti: encode(crypto.getRandomValues(new Uint8Array(12))),
        htm: method,
        htu: url.split('?', 1)[0],
        iat: Math.floor((Date.now() + offsetMs) / 1000),
        ath: encode(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret))),
      }
      const text = `${header}.${encodeText(JSON.stringify(claims))}`
      const algorithm = { name: 'ECDSA', hash: 'SHA-256' }
      const signature = await crypto.subtle.sign(algorithm, privateKey, new TextEncoder().encode(text))
      return `${text}.${encode(signature)}`
    },
  }
}

const encodeText = (text: string): string => encode(new TextEncoder().encode(text))

function encode(bytes: ArrayBuffer | Uint8Array): string {
  const letters = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join('')
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
