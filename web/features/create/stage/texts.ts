import english from '#web/messages/en/create-stage.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('create-stage', english)
