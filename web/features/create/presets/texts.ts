import english from '#web/messages/en/create-presets.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('create-presets', english)
export type PresetTexts = ReturnType<typeof useTexts>
