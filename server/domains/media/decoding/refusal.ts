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

/** Returns the reason for which a library failed: by its message it had no memory, or the file is damaged. */
export const refusedBy = ({ message }: Error): Refused =>
  /memory/i.test(message) ? new Refused({ reason: 'memory' }) : damaged(message)
