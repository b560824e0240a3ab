import english from '#web/messages/en/create-source.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('create-source', english)
