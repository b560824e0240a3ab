import english from '#web/messages/en/faq.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts, textsIn } = textsOf('faq', english)
