import english from '#web/messages/en/changed-meanwhile.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('changed-meanwhile', english)
