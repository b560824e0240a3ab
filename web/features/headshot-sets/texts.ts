import english from '#web/messages/en/headshot-sets.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('headshot-sets', english)
