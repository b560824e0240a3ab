import { Faq } from '#web/features/brands/index.ts'
import { Page } from '#web/ui/page.tsx'
import { metaOf } from '../meta-of.ts'
import type { Route } from './+types/faq.ts'

export const meta: Route.MetaFunction = ({ matches }) => metaOf(matches, 'faq')

export default function FaqRoute() {
  return (
    <Page width="text">
      <Faq headingOrder={1} />
    </Page>
  )
}
