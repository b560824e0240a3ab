import english from '#web/messages/en/create-wildcards.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('create-wildcards', english)
