import { transact } from '#server/platform/db/index.ts'
import { invalidField } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/route.ts'
import { t } from '#server/texts/index.ts'
import type { AccountsContext } from './types.ts'

/**
 * Keeps the language that somebody wants to read.
 * @throws {AppError} `invalid` where this installation does not offer it
 */
export async function setLanguage(
  { db, config, onLanguageChanged }: Pick<AccountsContext, 'db' | 'config' | 'onLanguageChanged'>,
  { userId }: Caller,
  language: string,
): Promise<void> {
  if (!config.languages.includes(language)) {
    throw invalidField('language', t('accounts.languageNotOffered'))
  }
  await transact(db, async (tx) => {
    const { numUpdatedRows: changed } = await tx
      .updateTable('users')
      .set({ language })
      .where('id', '=', userId)
      .where('language', 'is distinct from', language)
      .executeTakeFirst()
    if (changed > 0n) await onLanguageChanged(tx, userId)
  })
}
