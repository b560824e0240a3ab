import { BillingPage } from '#web/features/billing/index.ts'
import { Balance, Statement } from '#web/features/credits/index.ts'
import english from '#web/messages/en/pages/billing.json'
import { gateOfMe } from '../gates.ts'
import { metaOfPage } from '../meta-of.ts'

export const meta = metaOfPage(english, { noindex: true })
export const loader = gateOfMe()

export default function Billing() {
  return <BillingPage balance={<Balance withPlan={false} />} statement={<Statement searchable />} />
}
