import english from '#web/messages/en/tools-workflow.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('tools-workflow', english)
