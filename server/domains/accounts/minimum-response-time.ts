import { setTimeout as sleep } from 'node:timers/promises'

/** Longer than the work takes in either case. */
const MINIMUM_MS = 250

/** Answers after a minimum time, so that the time does not tell what was found. */
export async function withMinimumTime<T>(work: Promise<T>): Promise<T> {
  const [outcome] = await Promise.allSettled([work, sleep(MINIMUM_MS)])
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}

/** Lets only a refusal wait for the minimum time: for work whose success may be quick. */
export async function withMinimumRefusalTime<T>(work: Promise<T>): Promise<T> {
  const time = sleep(MINIMUM_MS, undefined, { ref: false })
  try {
    return await work
  } catch (error) {
    await time
    throw error
  }
}
