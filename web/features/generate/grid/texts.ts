import english from '#web/messages/en/generate-grid.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('generate-grid', english)
