import english from '#web/messages/en/home.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('home', english)
