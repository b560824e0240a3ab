import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import type { Trial } from '#contract/trials.ts'
import { api, call } from '#web/lib/api.ts'

/**
 * Sends a photo with a solved proof of work.
 * @throws {ApiError | TransportError} as the calls
 */
export async function sendTrial(file: File): Promise<Trial> {
  const challenge = await call(api.trials.challenge, {})
  // Without https the browser computes no hashes itself.
  const derive = crypto.subtle ? deriveKey : (await import('./derive-key.ts')).deriveKeyInScript
  const solution = await solveChallenge({ challenge, deriveKey: derive })
  const form = new FormData()
  form.append('image', file)
  form.append('altcha', btoa(JSON.stringify({ challenge, solution })))
  return call(api.trials.removeBackground, { body: form })
}
