import english from '#web/messages/en/gallery-save.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('gallery-save', english)
