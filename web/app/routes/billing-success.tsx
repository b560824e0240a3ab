import { useSearchParams } from 'react-router'
import { SuccessPage } from '#web/features/billing/index.ts'
import english from '#web/messages/en/pages/billing-success.json'
import { gateOfMe } from '../gates.ts'
import { metaOfPage } from '../meta-of.ts'

export const meta = metaOfPage(english, { noindex: true })
export const loader = gateOfMe()

export default function BillingSuccess() {
  const [search] = useSearchParams()
  return <SuccessPage session={search.get('session_id')} />
}
