import { GridsPage } from '#web/features/grids/index.ts'
import { Page } from '#web/ui/page.tsx'
import english from '#web/messages/en/pages/grids.json'
import { requireMe } from '../gates.ts'
import { metaOf } from '../meta-of.ts'
import type { Route } from './+types/grids.ts'

export const meta: Route.MetaFunction = ({ matches }) => metaOf(matches, english, { noindex: true })

export function loader({ request, context }: Route.LoaderArgs): null {
  requireMe(request, context)
  return null
}

export default function Grids() {
  return (
    <Page>
      <GridsPage />
    </Page>
  )
}
