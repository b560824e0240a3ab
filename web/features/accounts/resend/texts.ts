import english from '#web/messages/en/accounts-resend.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('accounts-resend', english)
