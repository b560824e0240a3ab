import english from '#web/messages/en/create-past-prompts.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('create-past-prompts', english)
