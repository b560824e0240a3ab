import english from '#web/messages/en/welcome.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('welcome', english)
