import { api, call } from '#web/lib/api.ts'

/** A proof that is shown a moment before its end may come too late. */
const MARGIN_MS = 30_000

interface Proof {
  /** Undefined: this site asks for none. */
  altcha: string | undefined
  /** Milliseconds since 1970. */
  goodUntil: number
}

async function prove(): Promise<Proof> {
  const { challenge } = await call(api.accounts.challenge, {})
  if (challenge === null) return { altcha: undefined, goodUntil: Infinity }
  const { solveWork } = await import('#web/lib/proof-of-work/solve-work.ts')
  const goodUntil = challenge.parameters.expiresAt * 1000 - MARGIN_MS
  return { altcha: await solveWork(challenge), goodUntil }
}

/** The one that is on its way or waits; null where it failed. */
let ahead: Promise<Proof | null> | null = null

/** Begins a proof of work, so that it is done when the form is sent. */
export function proveAhead(): void {
  ahead ??= prove().catch(() => null)
}

/**
 * Takes the proof that was begun, or makes one. Each is good for one call.
 * @throws {ApiError | TransportError} as the call
 */
export async function takeProof(): Promise<string | undefined> {
  const begun = ahead
  ahead = null
  const proof = await begun
  if (proof && Date.now() < proof.goodUntil) return proof.altcha
  return (await prove()).altcha
}
