import { hashRequest } from './request-hash.ts'

/** What a quote binds, and the quote that is redeemed for it. */
export interface Quoted {
  /** Hash of all that is asked for but the id of the quote; only who has one needs it. */
  requestHash(): Buffer
  /** Undefined: the request names none. */
  quote: string | undefined
}

/** A call with the quote that it names, as a plan describes it. */
export const quotedCall = ({
  quote,
  ...call
}: { call: string; quote?: string | undefined } & Record<string, unknown>): Quoted => ({
  requestHash: () => hashRequest(call),
  quote,
})
