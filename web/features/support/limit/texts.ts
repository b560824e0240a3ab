import english from '#web/messages/en/account-limit.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('account-limit', english)
