import english from '#web/messages/en/not-found.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('not-found', english)
