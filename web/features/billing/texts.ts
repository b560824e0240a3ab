import english from '#web/messages/en/billing.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('billing', english)
export type BillingTexts = ReturnType<typeof useTexts>
