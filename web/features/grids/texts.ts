import english from '#web/messages/en/grids.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('grids', english)
