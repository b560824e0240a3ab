import english from '#web/messages/en/create.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('create', english)
export type CreateTexts = ReturnType<typeof useTexts>
