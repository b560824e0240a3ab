import english from '#web/messages/en/consent.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('consent', english)
