import english from '#web/messages/en/shell.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts, textsIn } = textsOf('shell', english)
