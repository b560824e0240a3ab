import english from '#web/messages/en/tools-img-editor.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('tools-img-editor', english)
