const numberOf = (id: string) => document.querySelector<HTMLElement>(`[data-row-of="${CSS.escape(id)}"]`)

/** Every row, or card, begins with its number. */
export function focusRow(id: string): void {
  numberOf(id)?.focus()
}

export function showRow(id: string): void {
  numberOf(id)?.scrollIntoView({ block: 'center' })
}

export function focusCost(id: string): void {
  numberOf(id)?.closest('tr, li')?.querySelector<HTMLElement>('[data-field="cost"]')?.focus()
}

/** The damage whose row an element stands in. */
export function rowOf(element: Element): string | null {
  const row = element.closest('tr, li')?.querySelector('[data-row-of]') ?? null
  return row?.getAttribute('data-row-of') ?? null
}

/** From a field back to the number of its row, where the letter keys work. */
export function leave(field: HTMLElement): void {
  const id = rowOf(field)
  if (id) focusRow(id)
}

/** To the same field of the next row, as in a sheet; from the last row to its number. */
export function goDown(field: HTMLElement): void {
  const all = [...document.querySelectorAll<HTMLElement>(`[data-field="${field.dataset.field}"]`)]
  const below = all[all.indexOf(field) + 1]
  if (below) below.focus()
  else leave(field)
}
