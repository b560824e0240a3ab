import english from '#web/messages/en/create-advanced.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('create-advanced', english)
