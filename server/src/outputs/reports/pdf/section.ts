import type { Exact } from './printable-text.ts'

export type Cell = string | Exact

export type Table = {
  /** Share of the width of each column; 0: as wide as its text. */
  columns: number[]
  /** Columns of figures, which end at the right. */
  right: number[]
  head: string[]
  rows: Cell[][]
  /** Below the rows, at the right. */
  sums: string[][]
}

export type Section = { title: string; paragraphs: string[]; tables: Table[]; notes: string[] }

export function section(parts: Partial<Section> & { title: string }): Section {
  return { paragraphs: [], tables: [], notes: [], ...parts }
}

export function tableOf(columns: number[], right: number[], rows: Cell[][]): Omit<Table, 'head'> {
  return { columns, right, rows, sums: [] }
}
