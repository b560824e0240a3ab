import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { api } from '#contract/index.ts'
import type { WorkChallenge } from '#contract/proof-of-work.ts'
import type { Trial } from '#contract/trials.ts'
import type { TestClient } from './test-app.ts'
import { uploadForm } from './uploads.ts'

/** Solves a challenge as altcha's clients do. */
export async function solve(challenge: WorkChallenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

/** What the page sends for a try. */
export function trialForm(file: Uint8Array, altcha: string): FormData {
  const form = uploadForm(file)
  form.append('altcha', altcha)
  return form
}

/** Has the background of a photo removed without an account. */
export async function tryPhoto(call: TestClient, file: Uint8Array): Promise<Trial> {
  const altcha = await solve(await call(api.trials.challenge, {}))
  return call(api.trials.removeBackground, { body: trialForm(file, altcha) })
}
