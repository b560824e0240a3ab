import english from '#web/messages/en/tool-page.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('tool-page', english)
export type ToolTexts = ReturnType<typeof useTexts>
export type ToolTextKey = keyof typeof english
