import english from '#web/messages/en/tool-page-facts.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('tool-page-facts', english)
