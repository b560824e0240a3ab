import english from '#web/messages/en/tools-refine.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('tools-refine', english)
