// Search and copy buttons. Every page reads the same without this script. The functions of search-places.js come before it.
/* global patternOf, searchPlaces */
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
  if (patternOf(input.value) === null) {
    found.hidden = true
    return
  }
  const entries = await readIndex()
  // The reader may have typed on while the index loaded.
  const pattern = patternOf(input.value)
  const hits = searchPlaces(entries, input.value)
  list.replaceChildren(...hits.slice(0, shownMax).map((entry) => itemOf(entry, pattern)))
  const status = found.querySelector('[role=status]')
  status.textContent =
    hits.length === 0 ? 'No results' : `${hits.length} ${hits.length === 1 ? 'result' : 'results'}`
  found.hidden = pattern === null
}

function itemOf([url, page, heading, text], pattern) {
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
  line.append(...markMatches(excerptOf(text, pattern), pattern))
  link.append(title, where, line)
  item.append(link)
  return item
}

function excerptOf(text, pattern) {
  const at = Math.max(0, text.search(pattern))
  const from = Math.max(0, text.lastIndexOf(' ', Math.max(0, at - 50)))
  return `${from > 0 ? '…' : ''}${text.slice(from, from + 140)}${text.length > from + 140 ? '…' : ''}`
}

function markMatches(text, pattern) {
  const pieces = []
  let from = 0
  for (const match of text.matchAll(pattern)) {
    const mark = document.createElement('mark')
    mark.textContent = match[0]
    pieces.push(text.slice(from, match.index), mark)
    from = match.index + match[0].length
  }
  return [...pieces, text.slice(from)]
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
