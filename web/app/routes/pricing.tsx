import { PricingPage } from '#web/features/billing/index.ts'
import { Faq } from '#web/features/brands/index.ts'
import { api } from '#web/lib/api.ts'
import { pageMeta } from '#web/lib/page-meta.ts'
import { serverRequestContext } from '#web/lib/server-context.ts'
import type { Route } from './+types/pricing.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Pricing',
    description: 'Plans, credit packs and what an image costs.',
  })

export async function loader({ context }: Route.LoaderArgs) {
  return context.get(serverRequestContext).call(api.plans.list, {})
}

export default function Pricing({ loaderData }: Route.ComponentProps) {
  return <PricingPage initialPlans={loaderData} faq={<Faq headingOrder={2} />} />
}
