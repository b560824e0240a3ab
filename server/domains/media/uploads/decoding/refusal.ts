import type { Refusal } from './protocol.ts'

/** Thrown in the decoding process for a file that is not kept. */
export class Refused extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.reason)
    this.refusal = refusal
  }
}

export const damaged = (message: string): Refused => new Refused({ reason: 'damaged', message })
