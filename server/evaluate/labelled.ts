import type { Size } from './masks.ts'

/** A labelled place: the index of its class among the model's, or null for a damage the model has no class for. */
export type Label = { classIndex: number | null; mask: Uint8Array }

/** A picture whose truth is known. A picture without labels is an undamaged one. */
export type LabelledPicture = {
  name: string
  /** What is drawn again for the intervals. Pictures cut from one source are drawn together. */
  unit: string
  readJpeg(): Promise<Buffer>
  readLabels(grid: Size): Promise<Label[]>
}

/** What evaluation needs to know of a class of the damage model. */
export type ModelClass = { name: string; damageType: string | null }
