import english from '#web/messages/en/accounts.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('accounts', english)
