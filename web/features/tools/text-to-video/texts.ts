import english from '#web/messages/en/tools-video.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('tools-video', english)
