/** Runs `rounds` rounds, at most `lanes` at a time. */
export async function runRounds(
  rounds: number,
  lanes: number,
  round: (n: number) => Promise<void>,
): Promise<void> {
  let next = 0
  const lane = async (): Promise<void> => {
    while (next < rounds) await round(next++)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}
