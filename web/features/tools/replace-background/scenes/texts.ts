import english from '#web/messages/en/tools-scenes.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('tools-scenes', english)
