// What readers of stamped and printed characters take for one another, both ways. Written from general knowledge of
// the shapes, not counted on a set.
const PAIRS =
  '8B 0D 0O 0Q DO OQ DQ 5S VN VW VY VU 1L 1I 1T 1J IL IJ IT 2Z 7Z 6G 6B 68 4A 7T 71 MN MW MH HN KX CG C0 CO G0 EF PR PF 3B 38 9G 39 9S 5G UJ U0 XY WN AR'

const CONFUSED = new Map<string, string>()
for (const pair of PAIRS.split(' ')) {
  const [a = '', b = ''] = pair
  CONFUSED.set(a, (CONFUSED.get(a) ?? '') + b)
  CONFUSED.set(b, (CONFUSED.get(b) ?? '') + a)
}

/** The characters that look like this one. */
export function lookalikesOf(character: string): string {
  return CONFUSED.get(character) ?? ''
}

const TWINS = 'O0 I1 B8 S5 Z2 G6 A4 T7'
const TWIN = new Map(
  TWINS.split(' ').flatMap(([letter = '', digit = '']): [string, string][] => [
    [letter, digit],
    [digit, letter],
  ]),
)

/** The digit a letter is most often taken for, or the letter of a digit. */
export function twinOf(character: string): string | null {
  return TWIN.get(character) ?? null
}
