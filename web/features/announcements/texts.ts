import english from '#web/messages/en/announcements.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('announcements', english)
