import english from '#web/messages/en/create-words.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('create-words', english)
