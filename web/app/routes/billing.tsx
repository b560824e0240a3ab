import { BillingPage } from '#web/features/billing/index.ts'
import { Balance, Statement } from '#web/features/credits/index.ts'
import english from '#web/messages/en/pages/billing.json'
import { requireMe } from '../gates.ts'
import { metaOf } from '../meta-of.ts'
import type { Route } from './+types/billing.ts'

export const meta: Route.MetaFunction = ({ matches }) => metaOf(matches, english, { noindex: true })

export function loader({ request, context }: Route.LoaderArgs): null {
  requireMe(request, context)
  return null
}

export default function Billing() {
  return <BillingPage balance={<Balance withPlan={false} />} statement={<Statement searchable />} />
}
