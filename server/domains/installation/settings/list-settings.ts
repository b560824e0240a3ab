import type { UnsaidSetting } from '#contract/admin-settings.ts'
import { t } from '#server/texts/index.ts'
import type { InstallationContext } from '../context.ts'
import { readStoredSettings } from './stored-settings.ts'

/** Why a secret cannot be kept here; null: it can. */
export const NO_KEY = t('installation.secretsNotKept')

/** Every setting of the console with its value and where that comes from. A secret is never shown. */
export async function listSettings({
  db,
  settings,
  settingsKey,
}: Pick<InstallationContext, 'db' | 'settings' | 'settingsKey'>): Promise<UnsaidSetting[]> {
  const { texts, unreadable } = await readStoredSettings(db.kysely, settingsKey)
  return settings.list.map(({ name, secret, live, means, without }) => {
    const given = settings.given(name)
    const value = given ?? texts[name]
    const lacksKey = secret && settingsKey === null
    const isStored = value !== undefined || unreadable.includes(name)
    return {
      name,
      value: secret ? null : (value ?? null),
      is_set: value !== undefined,
      secret,
      live,
      means,
      without: without.replaceAll('`', ''),
      source: given !== undefined ? 'environment' : isStored ? 'console' : 'default',
      can_change: given === undefined && !lacksKey,
      problem: lacksKey
        ? NO_KEY
        : unreadable.includes(name)
          ? t('installation.secretUnreadable')
          : null,
    }
  })
}
