const TRIES = 3

/** Whatever else the machine does can spoil a figure: one that is suspicious is measured again, and the last one counts. */
export async function measureAgain<T>(measure: () => Promise<T>, isGood: (figure: T) => boolean): Promise<T> {
  let figure = await measure()
  for (let tries = 1; tries < TRIES && !isGood(figure); tries++) {
    console.log(`suspicious, and measured again: ${JSON.stringify(figure)}`)
    figure = await measure()
  }
  return figure
}

export const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.POSITIVE_INFINITY
