import english from '#web/messages/en/packs.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('packs', english)
export type PacksTexts = ReturnType<typeof useTexts>
