import english from '#web/messages/en/style-names.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('style-names', english)
