import english from '#web/messages/en/tools-touch-up.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('tools-touch-up', english)
