import { setTimeout as sleep } from 'node:timers/promises'

/** Longer than the work takes in either case. */
const EVEN_MS = 250

/** Answers no sooner than after a fixed time, so that the time does not tell what was found. */
export async function evenTime<T>(work: Promise<T>): Promise<T> {
  const [outcome] = await Promise.allSettled([work, sleep(EVEN_MS)])
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}

/** The same for work whose success may be quick: only the refusal comes no sooner. */
export async function evenRefusal<T>(work: Promise<T>): Promise<T> {
  const time = sleep(EVEN_MS, undefined, { ref: false })
  try {
    return await work
  } catch (error) {
    await time
    throw error
  }
}
