import english from '#web/messages/en/status.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('status', english)
