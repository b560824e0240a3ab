import english from '#web/messages/en/webhooks.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('webhooks', english)
export type WebhookTexts = ReturnType<typeof useTexts>
