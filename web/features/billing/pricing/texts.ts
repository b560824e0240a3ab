import english from '#web/messages/en/pricing.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('pricing', english)
