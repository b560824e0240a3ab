import { PricingPage } from '#web/features/billing/index.ts'
import { Faq, faqOf } from '#web/features/brands/index.ts'
import { api } from '#web/lib/api.ts'
import { breadcrumb, planProducts, questionsPage } from '#web/lib/structured-data.ts'
import { serverRequestContext } from '#web/lib/server-context.ts'
import english from '#web/messages/en/pages/pricing.json'
import { metaOf, titleOf } from '../meta-of.ts'
import type { Route } from './+types/pricing.ts'

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  ...metaOf(matches, english),
  ...(import.meta.env.SSR && loaderData
    ? [
        ...breadcrumb(matches, titleOf(matches, english)),
        ...(loaderData.payments === 'off' ? [] : planProducts(matches, loaderData.plans)),
        ...questionsPage(faqOf(matches, loaderData.prices)),
      ]
    : []),
]

export async function loader({ context }: Route.LoaderArgs) {
  return context.get(serverRequestContext).call(api.plans.list, {})
}

export default function Pricing({ loaderData }: Route.ComponentProps) {
  return (
    <PricingPage
      initialPlans={loaderData}
      faq={<Faq headingOrder={2} prices={loaderData.prices} />}
    />
  )
}
