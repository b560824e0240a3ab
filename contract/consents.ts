import { z } from 'zod'
import { Nothing, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { Said } from './said.ts'
import * as routes from './routes.ts'
import { CONSENT_KINDS } from './values/consents.ts'

export const ConsentKind = z.enum(CONSENT_KINDS)
export type ConsentKind = z.infer<typeof ConsentKind>

export const Consent = z.object({
  kind: ConsentKind,
  /** The version that counts now, and its text. */
  version: z.string(),
  text: Said,
  /** The latest consent that was not withdrawn; null: none. */
  given: z.object({ version: z.string(), given_at: Timestamp }).nullable(),
  /** Whether that is the version that counts. */
  is_current: z.boolean(),
})
/** As the server has it: its text is not a sentence yet. */
export type UnsaidConsent = z.input<typeof Consent>

/** A consent in the export of an account: those that were withdrawn too. */
export const GivenConsent = z.object({
  kind: ConsentKind,
  version: z.string(),
  /** As it was agreed to. */
  text: z.string(),
  given_at: Timestamp,
  withdrawn_at: Timestamp.nullable(),
})
export type GivenConsent = z.infer<typeof GivenConsent>

export const consents = {
  list: endpoint({
    ...routes.consents.list,
    access: 'session',
    summary: 'What the person is asked to agree to, and what they agreed to',
    response: z.object({ results: z.array(Consent) }),
  }),
  give: endpoint({
    ...routes.consents.give,
    access: 'session',
    summary: 'Agree to a text in its current version; to repeat it changes nothing',
    body: z.strictObject({ kind: ConsentKind, version: z.string().max(40) }),
    response: Consent,
    statuses: [201],
  }),
  withdraw: endpoint({
    ...routes.consents.withdraw,
    access: 'session',
    summary: 'Withdraw a consent, or all of them; what was made by it alone is deleted',
    body: z.strictObject({ kind: ConsentKind.optional() }).optional(),
    response: Nothing,
  }),
}
