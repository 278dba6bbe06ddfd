import type { Prover } from './device-key.ts'
import { createTokens, type TokenSource, type Tokens } from './tokens.ts'

export type ClientOptions = {
  /** Where the service is, such as `https://inspections.example.com`; with or without `/v1`. */
  baseUrl: string
  /** An access token, or a function that gets one. It is called again once the token has expired. */
  token: TokenSource
  /** How often a call that failed on the way is tried again; 5 unless said otherwise. */
  retries?: number
  /** How long one attempt may go without a sign of life; 30 seconds unless said otherwise. */
  timeoutMs?: number
  /** In place of the `fetch` of the platform. */
  fetch?: typeof fetch
}

/** What every call needs. Make one and hand it to every function. */
export type Client = {
  readonly baseUrl: string
  readonly tokens: Tokens
  readonly retries: number
  readonly timeoutMs: number
  readonly fetch: typeof fetch
  /** Whether `fetch` is the platform's own: only then may something else of the platform be used in its place. */
  readonly isPlain: boolean
  /** Proves each request, for the holder of a capture link. */
  readonly prover?: Prover
}

export function createClient(options: ClientOptions): Client {
  return {
    baseUrl: options.baseUrl.replace(/\/+$/, '').replace(/\/v1$/, ''),
    tokens: createTokens(options.token),
    retries: options.retries ?? 5,
    timeoutMs: options.timeoutMs ?? 30_000,
    // Called without an object: a browser's fetch refuses any `this` but its window.
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    isPlain: options.fetch === undefined,
  }
}
