import english from '#web/messages/en/create-panel.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('create-panel', english)
