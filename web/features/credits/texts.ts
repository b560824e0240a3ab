import english from '#web/messages/en/credits.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('credits', english)
export type CreditsTexts = ReturnType<typeof useTexts>
