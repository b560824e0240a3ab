import english from '#web/messages/en/site-pictures.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('site-pictures', english)
