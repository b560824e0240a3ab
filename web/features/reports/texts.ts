import english from '#web/messages/en/reports.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('reports', english)
