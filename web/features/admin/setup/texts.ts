import english from '#web/messages/en/setup.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts, textsIn } = textsOf('setup', english)
