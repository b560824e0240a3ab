import english from '#web/messages/en/tools-img-editor-projects.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('tools-img-editor-projects', english)
