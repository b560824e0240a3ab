/** Credits of a change in the middle of a credit month, exactly, in whole numbers. */

/** Credits a month before and after. */
export interface CreditChange {
  old: number
  new: number
  /** When it changes, and the credit month [start, end) in which it does. */
  at: Date
  start: Date
  end: Date
}

/** The share of the month that is left, as a fraction of whole seconds. */
function remaining({ at, start, end }: Pick<CreditChange, 'at' | 'start' | 'end'>) {
  const seconds = (time: Date) => BigInt(Math.floor(time.getTime() / 1000))
  const whole = seconds(end) - seconds(start)
  const left = seconds(end) - seconds(at)
  const clamped = left < 0n ? 0n : left > whole ? whole : left
  return { left: clamped, whole }
}

/** Rounded up; both above zero or zero. */
function divideUp(value: bigint, by: bigint): bigint {
  return (value + by - 1n) / by
}

/** The interval stays: floor((N - O) r). */
export function upgradeCredits(change: CreditChange): number {
  const { left, whole } = remaining(change)
  return Number((BigInt(change.new - change.old) * left) / whole)
}

/** A new month begins with the change: floor(N - O r). */
export function restartCredits(change: CreditChange): number {
  const { left, whole } = remaining(change)
  return Number(BigInt(change.new) - divideUp(BigInt(change.old) * left, whole))
}

/** The plan was lowered while its month runs: ceil((O - N) r) are to be taken back. */
export function loweredCredits(change: CreditChange): number {
  const { left, whole } = remaining(change)
  return Number(divideUp(BigInt(change.old - change.new) * left, whole))
}
