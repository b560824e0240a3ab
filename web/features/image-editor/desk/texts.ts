import english from '#web/messages/en/image-editor-desk.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('image-editor-desk', english)
export type EditorTexts = ReturnType<typeof useTexts>
