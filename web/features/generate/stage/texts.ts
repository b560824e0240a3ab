import english from '#web/messages/en/generate-stage.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('generate-stage', english)
export type StageTexts = ReturnType<typeof useTexts>
