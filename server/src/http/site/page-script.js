// Search and copy buttons. Every page reads the same without this script.
const box = document.querySelector('.search')
const input = document.querySelector('#search')
const found = document.querySelector('#found')
const list = found.querySelector('ol')
const shownMax = 12
let index

box.hidden = false

input.addEventListener('focus', () => readIndex())
input.addEventListener('input', show)
document.addEventListener('keydown', (event) => {
  const typing = event.target.matches('input, textarea, [contenteditable]')
  if (event.key === '/' && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault()
    input.focus()
  }
  if (event.key === 'Escape' && !found.hidden) close()
  if (!box.contains(event.target)) return
  if (event.key === 'ArrowDown') move(event, 1)
  if (event.key === 'ArrowUp') move(event, -1)
  if (event.key === 'Enter' && event.target === input) list.querySelector('a')?.click()
})
document.addEventListener('click', (event) => {
  if (!box.contains(event.target)) found.hidden = true
})

function readIndex() {
  index ??= fetch('/docs/search.json').then((answer) => answer.json())
  index.catch(() => {
    index = undefined
  })
  return index
}

async function show() {
  if (wordsOf(input.value).length === 0) {
    found.hidden = true
    return
  }
  const entries = await readIndex()
  // Somebody may have typed on while the index came.
  const words = wordsOf(input.value)
  const hits = words.length === 0 ? [] : search(entries, words)
  list.replaceChildren(...hits.slice(0, shownMax).map((entry) => itemOf(entry, words)))
  const status = found.querySelector('[role=status]')
  status.textContent =
    hits.length === 0 ? 'Nothing found' : `${hits.length} ${hits.length === 1 ? 'place' : 'places'}`
  found.hidden = words.length === 0
}

function wordsOf(text) {
  const words = text.toLowerCase().split(/[^\p{L}\p{N}_/.-]+/u)
  // Plurals are found with singulars; every word is looked for inside of others.
  return words.filter(Boolean).map((word) => (word.length > 3 ? word.replace(/s$/, '') : word))
}

function search(entries, words) {
  const scored = entries.map((entry) => ({ entry, score: scoreOf(entry, words) }))
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ entry }) => entry)
}

function scoreOf([url, page, heading, text], words) {
  let score = 0
  for (const word of words) {
    const places = [
      [heading, 8],
      [page, 5],
      [text, 1],
    ]
    const best = places.map(([place, weight]) => (place.toLowerCase().includes(word) ? weight : 0))
    if (Math.max(...best) === 0) return 0
    score += best[0] + best[1] + best[2]
    if (heading.toLowerCase() === word) score += 20
  }
  // Who looks for how to do something is seldom after why it was built so.
  return url.startsWith('/docs/adr/') ? score / 3 : score
}

function itemOf([url, page, heading, text], words) {
  const item = document.createElement('li')
  const link = document.createElement('a')
  link.href = url
  const title = document.createElement('strong')
  title.textContent = heading
  const where = document.createElement('span')
  where.className = 'where'
  where.textContent = page
  const line = document.createElement('span')
  line.className = 'line'
  line.append(...marked(excerptOf(text, words), words))
  link.append(title, where, line)
  item.append(link)
  return item
}

function excerptOf(text, words) {
  const at = Math.max(
    0,
    Math.min(...words.map((word) => text.toLowerCase().indexOf(word)).filter((n) => n >= 0)),
  )
  const from = Number.isFinite(at) ? Math.max(0, text.lastIndexOf(' ', Math.max(0, at - 50))) : 0
  return `${from > 0 ? '…' : ''}${text.slice(from, from + 140)}${text.length > from + 140 ? '…' : ''}`
}

function marked(text, words) {
  const pattern = new RegExp(
    `(${words.map((word) => word.replace(/[.*+?^$()[\]{}|\\/-]/g, '\\$&')).join('|')})`,
    'gi',
  )
  return text.split(pattern).map((piece, n) => {
    if (n % 2 === 0) return piece
    const mark = document.createElement('mark')
    mark.textContent = piece
    return mark
  })
}

function move(event, step) {
  const links = [input, ...list.querySelectorAll('a')]
  const next = links[links.indexOf(document.activeElement) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}

function close() {
  found.hidden = true
  input.focus()
}

// Wide screens show the navigation at the side, narrow ones fold it.
const folded = [
  ['.side details', matchMedia('(min-width: 861px)')],
  ['.contents details', matchMedia('(min-width: 1181px)')],
]
for (const [selector, wide] of folded) {
  const details = document.querySelector(selector)
  const fold = () => details?.toggleAttribute('open', wide.matches)
  wide.addEventListener('change', fold)
  fold()
}

// Copying is only there in a secure context.
if (navigator.clipboard)
  for (const block of document.querySelectorAll('main pre')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'copy'
    button.textContent = 'Copy'
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(block.textContent)
      button.textContent = 'Copied'
      setTimeout(() => {
        button.textContent = 'Copy'
      }, 2000)
    })
    const frame = document.createElement('div')
    frame.className = 'frame'
    block.replaceWith(frame)
    frame.append(block, button)
  }
