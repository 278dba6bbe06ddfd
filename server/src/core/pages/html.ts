const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text that is HTML already. Anything else that is put into a template is escaped. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Piece = Html | string | number | undefined | readonly Piece[]

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}

export function html(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  return new Html(strings.map((string, n) => string + textOf(pieces[n])).join(''))
}

function textOf(piece: Piece): string {
  if (piece === undefined) return ''
  if (piece instanceof Html) return piece.text
  return typeof piece === 'object' ? piece.map(textOf).join('') : escapeHtml(String(piece))
}

/** The little Markdown that our own descriptions use: paragraphs, `code`, **bold** and [links](/to/this/service). */
export function markdown(text: string): Html {
  const paragraphs = text.split(/\n{2,}/).map((paragraph) => html`<p>${inline(paragraph)}</p>`)
  return html`${paragraphs}`
}

export function inline(text: string): Html {
  return new Html(
    escapeHtml(text)
      .replace(/`([^`]+)`/g, '<code>$1</code>')
      .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
      .replace(/\[([^\]]+)\]\((\/[^)\s]*)\)/g, '<a href="$2">$1</a>'),
  )
}
