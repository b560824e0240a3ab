import english from '#web/messages/en/tools-batch.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('tools-batch', english)
