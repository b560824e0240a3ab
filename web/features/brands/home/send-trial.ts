import type { Trial } from '#contract/trials.ts'
import { api, call } from '#web/lib/api.ts'
import { solveWork } from '#web/lib/proof-of-work/solve-work.ts'

/**
 * Sends a photo with a solved proof of work.
 * @throws {ApiError | TransportError} as the calls
 */
export async function sendTrial(file: File): Promise<Trial> {
  const altcha = await solveWork(await call(api.trials.challenge, {}))
  const form = new FormData()
  form.append('image', file)
  form.append('altcha', altcha)
  return call(api.trials.removeBackground, { body: form })
}
