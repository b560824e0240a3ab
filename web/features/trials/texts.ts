import english from '#web/messages/en/trials.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('trials', english)
