/** What the person at the keyboard can mend: told without a stack. */
export class Mistake extends Error {
  override name = 'Mistake'
}
