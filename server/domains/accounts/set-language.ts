import { invalidField } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/route.ts'
import { t } from '#server/texts/index.ts'
import type { AccountsContext } from './types.ts'

/**
 * Keeps the language that somebody wants to read.
 * @throws {AppError} `invalid` where this installation does not offer it
 */
export async function setLanguage(
  { db, config, onLanguageChosen }: Pick<AccountsContext, 'db' | 'config' | 'onLanguageChosen'>,
  { userId }: Caller,
  language: string,
): Promise<void> {
  if (!config.languages.includes(language)) {
    throw invalidField('language', t('accounts.languageNotOffered'))
  }
  await db.kysely.updateTable('users').set({ language }).where('id', '=', userId).execute()
  void onLanguageChosen(userId)
}
