import english from '#web/messages/en/studios-sharing.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('studios-sharing', english)
