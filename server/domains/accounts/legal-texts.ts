import { brandOfHost } from '#brands/index.ts'
import {
  type AcceptedText,
  BUILT_IN_LEGAL_VERSION,
  type ExportedText,
  LEGAL_KINDS,
  type LegalKind,
} from '#contract/legal-texts.ts'
import type { Reader, Tx } from '#server/platform/db/index.ts'

/**
 * Notes that somebody who just opened an account agreed to the legal texts of the site at a host, and keeps their wording.
 * An account that is opened at the command line agreed to nothing.
 */
export async function acceptLegalTexts(tx: Tx, userId: string, host: string): Promise<void> {
  const brand = brandOfHost(host)
  for (const kind of LEGAL_KINDS) {
    const own = brand.legal?.[kind]
    if (own) {
      const { version, ...texts } = own
      await tx
        .insertInto('legal_texts')
        .values({ version, texts: JSON.stringify(texts) })
        .onConflict((conflict) => conflict.column('version').doNothing())
        .execute()
    }
    const version = own?.version ?? BUILT_IN_LEGAL_VERSION
    await tx
      .insertInto('legal_acceptances')
      .values({ user_id: userId, kind, brand: brand.id, version })
      .execute()
  }
}

/** What a person agreed to, with its wording, the oldest first. */
export async function exportAcceptedTexts(reader: Reader, userId: string): Promise<ExportedText[]> {
  const rows = await reader
    .selectFrom('legal_acceptances as accepted')
    .leftJoin('legal_texts as text', 'text.version', 'accepted.version')
    .select(['accepted.kind', 'accepted.brand', 'accepted.version', 'accepted.accepted_at'])
    .select('text.texts')
    .where('accepted.user_id', '=', userId)
    .orderBy('accepted.accepted_at')
    .orderBy('accepted.kind')
    .execute()
  return rows.map(({ texts, accepted_at: at, kind, ...row }) => ({
    ...row,
    kind: kind as LegalKind,
    accepted_at: at.toISOString(),
    text: texts,
  }))
}

/** {@link exportAcceptedTexts} without the wording. */
export async function acceptedTextsOf(reader: Reader, userId: string): Promise<AcceptedText[]> {
  const accepted = await exportAcceptedTexts(reader, userId)
  return accepted.map(({ text: _text, ...one }) => one)
}
