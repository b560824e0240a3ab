import english from '#web/messages/en/generate-panel.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('generate-panel', english)
