import english from '#web/messages/en/library.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('library', english)
export type LibraryTexts = ReturnType<typeof useTexts>
