import english from '#web/messages/en/create-completion.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('create-completion', english)
