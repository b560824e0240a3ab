import english from '#web/messages/en/create-control.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('create-control', english)
