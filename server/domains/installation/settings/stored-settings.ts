import type { Reader } from '#server/platform/db/index.ts'
import { seal, unseal } from '#server/platform/seal.ts'
import type { SettingTexts } from '../settings-book.ts'

const PURPOSE = 'settings'

/** A secret setting as it is stored. */
export const sealSetting = (key: Buffer, name: string, value: string): Buffer =>
  seal(key, { purpose: PURPOSE, owner: name }, value)

/** What is stored of the settings. */
export interface StoredSettings {
  texts: SettingTexts
  /** Names of secrets that this process cannot read: they were sealed by another key. */
  unreadable: string[]
}

/** @param key that secrets were sealed with; null: there is none */
export async function readStoredSettings(
  reader: Reader,
  key: Buffer | null,
): Promise<StoredSettings> {
  const rows = await reader.selectFrom('installation_settings').selectAll().execute()
  const texts: Record<string, string> = {}
  const unreadable: string[] = []
  for (const { name, value, sealed } of rows) {
    const text =
      sealed === null ? value : key && unseal(key, { purpose: PURPOSE, owner: name }, sealed)
    if (text === null) unreadable.push(name)
    else texts[name] = text
  }
  return { texts, unreadable }
}
