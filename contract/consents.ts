import { z } from 'zod'
import { Nothing, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { Said } from './said.ts'

/** Kinds of consent that are given apart from the terms. `faces`: that faces are measured so that they can be compared. */
export const CONSENT_KINDS = ['faces'] as const
export const ConsentKind = z.enum(CONSENT_KINDS)
export type ConsentKind = z.infer<typeof ConsentKind>

/** The text of a consent. One that changes needs a new version; a consent to an earlier one no longer counts. */
export const CONSENT_TEXTS: Record<ConsentKind, { version: string; text: string }> = {
  faces: {
    version: '2026-11b',
    text: 'I agree that faces in the photos I use are measured, that is, turned into numbers by which faces can be compared. This is done only to swap faces, to check that the photos of a studio show the same person, to tell how much a result looks like them, and, when I ask for it, to find a better photo of the same person among my own. The numbers are kept in memory, no longer than the photo they come from. I can withdraw my consent in my account at any time; the numbers are then deleted.',
  },
}

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
    method: 'GET',
    path: '/api/account/consents/',
    access: 'session',
    summary: 'What the person is asked to agree to, and what they agreed to',
    response: z.object({ results: z.array(Consent) }),
  }),
  give: endpoint({
    method: 'POST',
    path: '/api/account/consents/',
    access: 'session',
    summary: 'Agree to a text in its current version; to repeat it changes nothing',
    body: z.strictObject({ kind: ConsentKind, version: z.string().max(40) }),
    response: Consent,
    statuses: [201],
  }),
  withdraw: endpoint({
    method: 'DELETE',
    path: '/api/account/consents/',
    access: 'session',
    summary: 'Withdraw a consent, or all of them; what was made by it alone is deleted',
    body: z.strictObject({ kind: ConsentKind.optional() }).optional(),
    response: Nothing,
    statuses: [204],
  }),
}
