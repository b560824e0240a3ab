import type english from '#web/messages/en/legal.json'

type LegalKey = keyof typeof english

/** A document of the About pages, by the keys of its messages. */
export interface LegalDocument {
  title: LegalKey
  summary: LegalKey
  sections: readonly { heading: LegalKey; paragraphs: readonly LegalKey[] }[]
}
