import english from '#web/messages/en/tool-list.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('tool-list', english)

/** Whether a text is there; not every card has a sample. */
export const hasText = (key: string): key is keyof typeof english => key in english
