import english from '#web/messages/en/legal.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('legal', english)
