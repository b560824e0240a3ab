import english from '#web/messages/en/generate-mask.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('generate-mask', english)
