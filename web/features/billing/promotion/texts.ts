import english from '#web/messages/en/promotion.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('promotion', english)
