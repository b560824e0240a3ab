import english from '#web/messages/en/consents.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('consents', english)
