import english from '#web/messages/en/installed.json'
import { textsOf } from '#web/lib/texts.ts'

export const { textsIn, useTexts } = textsOf('installed', english)
