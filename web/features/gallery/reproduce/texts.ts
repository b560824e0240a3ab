import english from '#web/messages/en/gallery-reproduce.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('gallery-reproduce', english)
