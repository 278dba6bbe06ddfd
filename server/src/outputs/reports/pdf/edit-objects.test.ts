import { describe, expect, it } from 'vitest'
import { editObjects } from './edit-objects.ts'
import { frameOf, placeholderOf } from './insert-pictures.ts'

/** As Typst writes it: two objects, one table. */
function smallPdf(): Buffer {
  const parts = ['%PDF-1.7\n', '1 0 obj\n(first)\nendobj\n\n', '2 0 obj\n(second)\nendobj\n\n']
  const at = [0, parts[0]?.length ?? 0, (parts[0]?.length ?? 0) + (parts[1]?.length ?? 0)]
  const body = parts.join('')
  const rows = at.slice(1).map((offset) => `${String(offset).padStart(10, '0')} 00000 n\r\n`)
  return Buffer.from(
    `${body}xref\n0 3\n0000000000 65535 f\r\n${rows.join('')}trailer\n<<\n  /Root 2 0 R\n>>\nstartxref\n${body.length}\n%%EOF`,
  )
}

describe('editObjects', () => {
  it('leaves the same bytes where nothing is edited', () => {
    expect(editObjects(smallPdf(), () => null).toString()).toBe(smallPdf().toString())
  })

  it('writes where the objects behind a longer one are now', () => {
    const edited = editObjects(smallPdf(), (_, number) =>
      number === 1 ? [Buffer.from('1 0 obj\n(a longer first)\nendobj\n\n')] : null,
    ).toString()
    const offset = Number(/\n(\d{10}) 00000 n\r\ntrailer/.exec(edited)?.[1])
    expect(edited.slice(offset)).toMatch(/^2 0 obj\n\(second\)/)
    expect(edited.slice(Number(/startxref\n(\d+)/.exec(edited)?.[1]))).toMatch(/^xref\n0 3\n/)
  })

  it('refuses a file without the table', () => {
    expect(() => editObjects(Buffer.from('%PDF-1.7\nstartxref\n3\n%%EOF'), () => null)).toThrow(/no table/)
  })
})

describe('frameOf', () => {
  it('reads the size behind other segments', () => {
    expect(frameOf(placeholderOf(7))).toEqual({ width: 1, height: 1, components: 3 })
  })

  it('refuses what is no JPEG', () => {
    expect(() => frameOf(Buffer.from('GIF89a, and more'))).toThrow(/no JPEG/)
  })
})
