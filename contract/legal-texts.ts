import { z } from 'zod'
import { Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import * as routes from './routes.ts'

/** Texts that people agree to when they open an account. */
export const LEGAL_KINDS = ['terms', 'privacy'] as const
export const LegalKind = z.enum(LEGAL_KINDS)
export type LegalKind = z.infer<typeof LegalKind>

/** Version of the texts that come with the program; it changes with their wording. */
export const BUILT_IN_LEGAL_VERSION = 'built-in 2026-11'

/** A text that an account agreed to when it was opened. */
export const AcceptedText = z.object({
  kind: LegalKind,
  /** Id of the brand. */
  brand: z.string(),
  version: z.string(),
  accepted_at: Timestamp,
})
export type AcceptedText = z.infer<typeof AcceptedText>

/** In the export of an account: with the wording, by language; null: that of the program. */
export const ExportedText = AcceptedText.extend({
  text: z.object({ en: z.string(), es: z.string() }).nullable(),
})
export type ExportedText = z.infer<typeof ExportedText>

export const legalTexts = {
  read: endpoint({
    ...routes.legalTexts.read,
    access: 'public',
    summary: 'The legal text of the brand, in the language of the page',
    params: z.object({ kind: LegalKind }),
    response: z.object({
      version: z.string(),
      /** Paragraphs between blank lines; a line that begins with `# ` is a heading. Null: the text of the program. */
      text: z.string().nullable(),
    }),
  }),
}
