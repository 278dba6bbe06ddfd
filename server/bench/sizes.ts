/** `BENCH_SIZE=small` is for `pnpm bench guard`: enough to see a loss of a third. */
const isSmall = process.env.BENCH_SIZE === 'small'

export const sized = (full: number, small: number) => (isSmall ? small : full)
