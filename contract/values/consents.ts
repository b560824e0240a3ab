/** Kinds of consent that are given apart from the terms. `faces`: that faces are measured so that they can be compared. */
export const CONSENT_KINDS = ['faces'] as const

/** The text of a consent. One that changes needs a new version; a consent to an earlier one no longer counts. */
export const CONSENT_TEXTS: Record<
  (typeof CONSENT_KINDS)[number],
  { version: string; text: string }
> = {
  faces: {
    version: '2026-11b',
    text: 'I agree that faces in the photos I use are measured, that is, turned into numbers by which faces can be compared. This is done only to swap faces, to check that the photos of a studio show the same person, to tell how much a result looks like them, and, when I ask for it, to find a better photo of the same person among my own. The numbers are kept in memory, no longer than the photo they come from. I can withdraw my consent in my account at any time; the numbers are then deleted.',
  },
}
