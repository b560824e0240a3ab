import english from '#web/messages/en/image-editor.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('image-editor', english)
