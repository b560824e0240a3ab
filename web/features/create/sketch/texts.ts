import english from '#web/messages/en/create-sketch.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('create-sketch', english)
