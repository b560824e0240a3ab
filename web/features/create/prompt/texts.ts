import english from '#web/messages/en/create-prompt.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('create-prompt', english)
export type PromptTexts = ReturnType<typeof useTexts>
