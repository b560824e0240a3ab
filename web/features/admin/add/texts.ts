import english from '#web/messages/en/admin-add.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('admin-add', english)
