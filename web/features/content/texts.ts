import english from '#web/messages/en/content.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts, textsIn } = textsOf('content', english)
