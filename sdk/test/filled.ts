import { normalize } from '../src/normalize.ts'

/** Only the maps that hold something, to compare a whole answer in one look. */
export function filled(answer: object) {
  const { entities, ...rest } = normalize(answer)
  return {
    ...rest,
    entities: Object.fromEntries(Object.entries(entities).filter(([, map]) => Object.keys(map).length)),
  }
}
