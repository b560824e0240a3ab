import english from '#web/messages/en/tools.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('tools', english)
export type ToolTexts = ReturnType<typeof useTexts>
export type ToolTextKey = keyof typeof english
