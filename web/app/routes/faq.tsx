import { Faq, faqOf } from '#web/features/brands/index.ts'
import { api } from '#web/lib/api.ts'
import { serverRequestContext } from '#web/lib/server-context.ts'
import { breadcrumb, questionsPage } from '#web/lib/structured-data.ts'
import { Page } from '#web/ui/page.tsx'
import english from '#web/messages/en/pages/faq.json'
import { metaOf, titleOf } from '../meta-of.ts'
import type { Route } from './+types/faq.ts'

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  ...metaOf(matches, english),
  ...(import.meta.env.SSR && loaderData
    ? [
        ...breadcrumb(matches, titleOf(matches, english)),
        ...questionsPage(faqOf(matches, loaderData)),
      ]
    : []),
]

export async function loader({ context }: Route.LoaderArgs) {
  const { prices } = await context.get(serverRequestContext).call(api.plans.list, {})
  return prices
}

export default function FaqRoute({ loaderData }: Route.ComponentProps) {
  return (
    <Page width="text">
      <Faq headingOrder={1} prices={loaderData} />
    </Page>
  )
}
