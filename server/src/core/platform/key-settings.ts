import type { Setting } from './setting-mistakes.ts'

/** What URLs are signed with, what is encrypted with, and for how long that holds. */
export const KEY_SETTINGS = {
  PICTURE_URL_KEYS: {
    kind: 'keys',
    means: 'keys that sign picture URLs, `id:hex,id:hex`; the first key signs, all keys verify',
  },
  SEALING_KEYS: {
    kind: 'keys',
    means:
      'keys that encrypt the keys of organizations, `id:hex,id:hex`; the first key encrypts, all keys decrypt',
  },
  KEY_COMMAND: {
    kind: 'command',
    means:
      'program, with arguments separated by spaces, that encrypts the keys of organizations in place of SEALING_KEYS, such as with a key management service',
    optional: true,
  },
  KEY_COMMAND_WRAPS: {
    kind: 'boolean',
    means: 'whether KEY_COMMAND encrypts; set `false` to have it only decrypt, while SEALING_KEYS encrypts',
    default: 'true',
  },
  ORGANIZATION_KEY_CACHE_S: {
    kind: 'seconds',
    means: "seconds that a process remembers an organization's keys; for so long it may use a destroyed key",
    default: '30',
  },
  PICTURE_URL_TTL_S: {
    kind: 'seconds',
    means: 'minimum seconds that a picture URL is valid',
    default: '3600',
  },
  PICTURE_URL_WINDOW_S: {
    kind: 'seconds',
    means: 'time for which a picture keeps the same URL, in seconds',
    default: '900',
  },
  ORIGINAL_URL_TTL_S: {
    kind: 'seconds',
    means: 'seconds that the URL of an opened original is valid',
    default: '300',
  },
} as const satisfies Record<string, Setting>
