import english from '#web/messages/en/create-loras.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('create-loras', english)
export type LoraTexts = ReturnType<typeof useTexts>
