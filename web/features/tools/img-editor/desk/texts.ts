import english from '#web/messages/en/tools-img-editor-desk.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('tools-img-editor-desk', english)
export type EditorTexts = ReturnType<typeof useTexts>
