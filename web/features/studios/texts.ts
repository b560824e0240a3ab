import english from '#web/messages/en/studios.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('studios', english)
export type StudiosTexts = ReturnType<typeof useTexts>
