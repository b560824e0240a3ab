import english from '#web/messages/en/tools-edit.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('tools-edit', english)
