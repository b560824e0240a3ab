import { Faq } from '#web/features/brands/index.ts'
import { pageMeta } from '#web/lib/page-meta.ts'
import { Page } from '#web/ui/page.tsx'
import type { Route } from './+types/faq.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Questions and answers' })

export default function FaqRoute() {
  return (
    <Page width="text">
      <Faq headingOrder={1} />
    </Page>
  )
}
