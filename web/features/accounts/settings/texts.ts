import english from '#web/messages/en/account-settings.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('account-settings', english)
export type SettingsTexts = ReturnType<typeof useTexts>
