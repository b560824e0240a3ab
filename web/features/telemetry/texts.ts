import english from '#web/messages/en/telemetry.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('telemetry', english)
