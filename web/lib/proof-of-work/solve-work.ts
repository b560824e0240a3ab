import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import type { WorkChallenge } from '#contract/proof-of-work.ts'

/** Solves a proof of work. @returns what the server takes as `altcha` */
export async function solveWork(challenge: WorkChallenge): Promise<string> {
  // Without https the browser computes no hashes itself.
  const derive = crypto.subtle ? deriveKey : (await import('./derive-key.ts')).deriveKeyInScript
  const solution = await solveChallenge({ challenge, deriveKey: derive })
  return btoa(JSON.stringify({ challenge, solution }))
}
