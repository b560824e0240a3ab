import english from '#web/messages/en/sharing.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('sharing', english)
