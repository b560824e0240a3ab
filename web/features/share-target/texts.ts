import english from '#web/messages/en/share-target.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('share-target', english)
