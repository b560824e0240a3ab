import english from '#web/messages/en/tool-list.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('tool-list', english)
