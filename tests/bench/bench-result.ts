/** One line of the table that `npm run bench` ends with. */
export interface BenchResult {
  name: string
  /** The ratio, or the time, size or score where the target is one. */
  value: number
  unit:
    | 'x'
    | 'ms'
    | 's'
    | 'MB'
    | 'kB'
    | 'dB'
    | 'px'
    | 'elements'
    | 'frames/s'
    | 'pages'
    | 'points'
    | ''
  /** What it should be: at least, or at most. */
  target: { atLeast: number } | { atMost: number }
  /** The figures behind it. */
  detail: string
}

/** Says how many came out of a bench: none would keep every limit of what comes out. */
export const delivered = (name: string, count: number, tried: number): BenchResult => ({
  name: `${name}: delivered`,
  value: count,
  unit: '',
  target: { atLeast: 1 },
  detail: `of ${tried} tried`,
})

/** A line in the place of a result that this machine cannot give. */
export interface SkippedBench {
  name: string
  /** Why, in one line. */
  skipped: string
}

/** Whether a result is where it should be. */
export function isMet({ value, target }: BenchResult): boolean {
  return 'atLeast' in target ? value >= target.atLeast : value <= target.atMost
}
