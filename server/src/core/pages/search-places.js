// Ranks search results. Runs in the browser, inside the page's one script, and in the tests.

/** Words that readers use for the same thing. Two words of a query may match one entry: "sign in". */
const SYNONYMS = [
  ['picture', 'photo', 'photograph', 'image', 'jpeg', 'camera'],
  ['upload', 'send picture', 'add picture', 'submit'],
  ['retake', 'take again', 'recapture', 'reshoot', 'retry picture'],
  ['gdpr', 'privacy', 'erasure', 'erase', 'personal data', 'right to be forgotten'],
  ['delete', 'remove', 'erase'],
  ['docker', 'container', 'kubernetes', 'podman', 'helm'],
  ['install', 'deploy', 'set up', 'setup', 'production', 'self-host'],
  ['login', 'log in', 'sign in', 'authenticate', 'oidc', 'sso'],
  ['token', 'api key', 'bearer', 'credential'],
  ['price', 'cost', 'estimate', 'money'],
  ['tenant', 'organization', 'customer', 'company'],
  ['permission', 'role', 'scope', 'access right'],
  ['error', 'problem', 'failure'],
  ['limit', 'quota', 'rate limit', 'throttle'],
  ['webhook', 'callback', 'notification'],
  ['stream', 'server-sent events', 'sse', 'websocket', 'real time'],
  ['wait', 'poll', 'polling'],
  ['setting', 'configuration', 'environment variable', 'option'],
  ['backup', 'back up', 'restore', 'disaster'],
  ['upgrade', 'update version', 'migrate', 'release'],
  ['monitoring', 'health', 'metrics', 'prometheus', 'alert'],
  ['report', 'pdf'],
  ['verify', 'check signature', 'audit', 'authentic'],
  ['damage', 'dent', 'scratch', 'defect'],
  ['correct', 'edit', 'change', 'fix'],
  ['undo', 'restore', 'revert'],
  ['model', 'ai', 'machine learning', 'neural', 'weights'],
  ['plate', 'licence plate', 'license plate', 'registration'],
  ['ocr', 'read text', 'vin', 'odometer'],
  ['cli', 'command line', 'terminal', 'shell'],
  ['sdk', 'typescript', 'javascript', 'client library', 'npm'],
  ['console', 'review screen', 'dashboard', 'user interface'],
  ['shortcut', 'keyboard', 'hotkey'],
]
const PHRASES = SYNONYMS.flat()
  .map(wordsOf)
  .filter(({ length }) => length > 1)
const STOP_WORDS = new Set(
  'a an and are can do does for how i in is it my of on or the to what with'.split(' '),
)
/** A word that only begins like the one asked for, and a synonym, count less than the word itself. */
const PREFIX_SHARE = 0.6
const SYNONYM_SHARE = 0.5
const ENDING = '(?:ations?|ions?|ings?|ed|en|ers?|es|e|s)?(?![\\p{L}\\p{N}])'
const REST = '[\\p{L}\\p{N}]*'
const WEIGHTS = { title: 12, heading: 6, page: 3, text: 1 }

/**
 * The places that hold every word of the query in some form, best first: title, then heading, then text.
 * @param {readonly (readonly [string, string, string, string])[]} entries address, page, heading, text
 * @param {string} query
 */
export function searchPlaces(entries, query) {
  const terms = termsOf(query)
  if (terms.length === 0) return []
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry, terms) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ entry }) => entry)
}

/** Finds every form of the words of a query in a text, for marking them. Null for a query without words. */
export function patternOf(query) {
  const sources = termsOf(query).flatMap(({ forms }) => forms.map(({ source }) => source))
  return sources.length === 0 ? null : new RegExp(`(?<![\\p{L}\\p{N}])(?:${sources.join('|')})`, 'giu')
}

function wordsOf(text) {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}_/.-]+/u)
    .map((word) => word.replace(/^[./-]+|[./-]+$/g, ''))
    .filter(Boolean)
}

/** What a query asks for: each term is a list of forms, one of which must match. */
function termsOf(query) {
  const words = wordsOf(query)
  const phrases = takePhrases(words)
  const single = words.filter((word) => !STOP_WORDS.has(word)).map((word) => [word])
  return [...phrases, ...single].map((own) => ({ own: own.join(' '), forms: formsOf(own) }))
}

/** Takes synonyms of several words out of the words, up to two words apart: "take the photo again". */
function takePhrases(words) {
  const found = []
  for (const phrase of PHRASES) {
    const places = []
    for (const part of phrase) {
      const from = places.length === 0 ? 0 : places.at(-1) + 1
      const to = places.length === 0 ? words.length : from + 3
      const at = words.slice(from, to).findIndex((word) => stemOf(word) === stemOf(part))
      if (at < 0) break
      places.push(from + at)
    }
    if (places.length < phrase.length) continue
    for (const at of places.reverse()) words.splice(at, 1)
    found.push(phrase)
  }
  return found
}

function formsOf(own) {
  const synonyms = groupsOf(own)
    .flat()
    .map(wordsOf)
    .filter((synonym) => !isSame(synonym, own))
  return [
    formOf(own, ENDING, 1),
    // "cli" is a word of its own and seldom the beginning of "client".
    formOf(own, REST, synonyms.length > 0 ? PREFIX_SHARE / 2 : PREFIX_SHARE),
    ...synonyms.map((synonym) => formOf(synonym, ENDING, SYNONYM_SHARE)),
  ]
}

function formOf(words, rest, share) {
  const source = sourceOf(words, rest)
  return { source, share, stem: stemOf(words[0]), pattern: new RegExp(`(?<![\\p{L}\\p{N}])${source}`, 'gu') }
}

function groupsOf(words) {
  return SYNONYMS.filter((group) => group.some((synonym) => isSame(wordsOf(synonym), words)))
}

function isSame(some, others) {
  return some.length === others.length && some.every((word, n) => stemOf(word) === stemOf(others[n]))
}

/** "uploads", "uploading" and "uploaded" begin alike. */
function stemOf(word) {
  const stem = /[_/.-]/.test(word) ? word : word.replace(/(?:ations?|ions?|ings?|ed|es|e|s)$/, '')
  return stem.length >= 3 ? stem : word
}

/** Words of a phrase may stand two words apart: "take the picture again". */
function sourceOf(words, rest) {
  return words
    .map((word) => `${stemOf(word).replace(/[.*+?^$()[\]{}|\\/]/g, '\\$&')}${rest}`)
    .join('(?:[^\\p{L}\\p{N}]+[\\p{L}\\p{N}]+){0,2}[^\\p{L}\\p{N}]+')
}

function scoreOf(entry, terms) {
  const [url, page] = entry
  const lower = lowerOf(entry)
  const name = url.split(/[/#]/).at(-1).toLowerCase()
  // Operations and errors are looked up by their exact names.
  const isMade = page === 'API' || page === 'Errors'
  let score = 0
  for (const { own, forms } of terms) {
    const best = Math.max(...forms.map((form) => form.share * placeScore(form, lower)))
    if (best === 0) return 0
    score += best + (isMade && own === name ? WEIGHTS.title : 0)
  }
  // Most readers ask how to do something. Few want to know why it was built this way.
  if (url.startsWith('/docs/adr/')) return score / 3
  return url.startsWith('/docs/guides/') ? score * 1.2 : score
}

const lowered = new WeakMap()

function lowerOf(entry) {
  if (!lowered.has(entry)) {
    const [, page, heading, text] = entry
    const texts = { page: page.toLowerCase(), heading: heading.toLowerCase(), text: text.toLowerCase() }
    lowered.set(entry, { ...texts, all: Object.values(texts).join(' ') })
  }
  return lowered.get(entry)
}

function placeScore({ stem, pattern }, { page, heading, text, all }) {
  // Patterns are slow, and most places have not even the first letters.
  if (!all.includes(stem)) return 0
  const has = (place) => place.search(pattern) >= 0
  const found = text.match(pattern)?.length ?? 0
  const inText = found === 0 ? 0 : WEIGHTS.text + Math.min(found, 10) / 10
  if (heading === page) return inText + (has(heading) ? WEIGHTS.title : 0)
  return inText + (has(heading) ? WEIGHTS.heading : 0) + (has(page) ? WEIGHTS.page : 0)
}
