import english from '#web/messages/en/referrals.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('referrals', english)
