import english from '#web/messages/en/tool-page-batch.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('tool-page-batch', english)
