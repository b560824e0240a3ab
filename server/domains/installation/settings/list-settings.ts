import type { AdminSetting } from '#contract/admin-settings.ts'
import type { InstallationContext } from '../context.ts'
import { readStoredSettings } from './stored-settings.ts'

/** Why a secret cannot be kept here; null: it can. */
export const NO_KEY =
  'Secrets are kept only where SECRET_KEY is set, or DATA_DIR/settings-key is a file that its owner alone may read.'

/** Every setting of the console with its value and where that comes from. A secret is never shown. */
export async function listSettings({
  db,
  settings,
  settingsKey,
}: Pick<InstallationContext, 'db' | 'settings' | 'settingsKey'>): Promise<AdminSetting[]> {
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
          ? 'It was stored with another key and cannot be read: enter it again.'
          : null,
    }
  })
}
