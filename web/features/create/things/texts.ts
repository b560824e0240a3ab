import english from '#web/messages/en/create-things.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('create-things', english)
