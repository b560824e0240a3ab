import { useSearchParams } from 'react-router'
import { SuccessPage } from '#web/features/billing/index.ts'
import english from '#web/messages/en/pages/billing-success.json'
import { requireMe } from '../gates.ts'
import { metaOf } from '../meta-of.ts'
import type { Route } from './+types/billing-success.ts'

export const meta: Route.MetaFunction = ({ matches }) => metaOf(matches, english, { noindex: true })

export function loader({ request, context }: Route.LoaderArgs): null {
  requireMe(request, context)
  return null
}

export default function BillingSuccess() {
  const [search] = useSearchParams()
  return <SuccessPage session={search.get('session_id')} />
}
