import english from '#web/messages/en/tools-facts.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('tools-facts', english)
