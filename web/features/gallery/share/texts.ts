import english from '#web/messages/en/gallery-share.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('gallery-share', english)
