import english from '#web/messages/en/gallery-publish.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('gallery-publish', english)
