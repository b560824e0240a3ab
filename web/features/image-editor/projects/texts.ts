import english from '#web/messages/en/image-editor-projects.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('image-editor-projects', english)
