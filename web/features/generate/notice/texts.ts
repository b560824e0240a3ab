import english from '#web/messages/en/generate-notice.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('generate-notice', english)
