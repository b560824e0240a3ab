import { PricingPage } from '#web/features/billing/index.ts'
import { Faq } from '#web/features/brands/index.ts'
import { api } from '#web/lib/api.ts'
import { serverRequestContext } from '#web/lib/server-context.ts'
import { metaOf } from '../meta-of.ts'
import type { Route } from './+types/pricing.ts'

export const meta: Route.MetaFunction = ({ matches }) => metaOf(matches, 'pricing')

export async function loader({ context }: Route.LoaderArgs) {
  return context.get(serverRequestContext).call(api.plans.list, {})
}

export default function Pricing({ loaderData }: Route.ComponentProps) {
  return <PricingPage initialPlans={loaderData} faq={<Faq headingOrder={2} />} />
}
