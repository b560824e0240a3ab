import english from '#web/messages/en/headshots.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('headshots', english)
