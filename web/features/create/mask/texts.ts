import english from '#web/messages/en/create-mask.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('create-mask', english)
