export type TokenSource = string | (() => string | Promise<string>)

export type Tokens = {
  get: () => Promise<string>
  /** Another token than this one, which has expired; undefined where there is no way to get one. */
  renew: (expired: string) => Promise<string | undefined>
}

/** Keeps the token until the service calls it expired. Calls at the same moment share one renewal. */
export function createTokens(source: TokenSource): Tokens {
  if (typeof source === 'string') return { get: async () => source, renew: async () => undefined }
  let current: Promise<string> | undefined
  const get = (): Promise<string> => {
    if (!current) {
      const asked = Promise.resolve().then(source)
      // A failure is not kept: the next call asks again.
      asked.catch(() => {
        if (current === asked) current = undefined
      })
      current = asked
    }
    return current
  }
  return {
    get,
    renew: async (expired) => {
      const held = current
      // Whoever came first has renewed it already.
      if ((await held) === expired && current === held) current = undefined
      return get()
    },
  }
}
