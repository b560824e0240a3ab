import english from '#web/messages/en/second-step.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('second-step', english)
