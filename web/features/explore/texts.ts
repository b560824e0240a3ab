import english from '#web/messages/en/explore.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('explore', english)
