import english from '#web/messages/en/ui.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('ui', english)
