import { z } from 'zod'

/** The challenge that altcha's clients solve: https://altcha.org/docs. */
export const WorkChallenge = z.object({
  parameters: z.looseObject({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    cost: z.number().int(),
    keyLength: z.number().int(),
    keyPrefix: z.string(),
    /** Seconds since 1970. */
    expiresAt: z.number().int(),
  }),
  signature: z.string(),
})
export type WorkChallenge = z.infer<typeof WorkChallenge>

/** A solved challenge as altcha's clients send it: base64 of JSON. */
export const WorkSolution = z.string().min(1).max(4000)
