import english from '#web/messages/en/create-notice.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('create-notice', english)
