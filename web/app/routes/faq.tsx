import { Faq, faqOf } from '#web/features/brands/index.ts'
import { breadcrumb, questionsPage } from '#web/lib/structured-data.ts'
import { Page } from '#web/ui/page.tsx'
import { metaOf, titleOf } from '../meta-of.ts'
import type { Route } from './+types/faq.ts'

export const meta: Route.MetaFunction = ({ matches }) => [
  ...metaOf(matches, 'faq'),
  ...(import.meta.env.SSR
    ? [...breadcrumb(matches, titleOf(matches, 'faq')), ...questionsPage(faqOf(matches))]
    : []),
]

export default function FaqRoute() {
  return (
    <Page width="text">
      <Faq headingOrder={1} />
    </Page>
  )
}
