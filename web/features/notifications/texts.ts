import english from '#web/messages/en/notifications.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('notifications', english)
