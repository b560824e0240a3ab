import english from '#web/messages/en/generate-source.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('generate-source', english)
