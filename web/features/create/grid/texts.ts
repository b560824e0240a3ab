import english from '#web/messages/en/create-grid.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('create-grid', english)
