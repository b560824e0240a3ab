import english from '#web/messages/en/api-keys.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('api-keys', english)
export type KeyTexts = ReturnType<typeof useTexts>
