import english from '#web/messages/en/support.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('support', english)
