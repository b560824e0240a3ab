import english from '#web/messages/en/withdraw.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('withdraw', english)
