import english from '#web/messages/en/tool-page-refine.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('tool-page-refine', english)
