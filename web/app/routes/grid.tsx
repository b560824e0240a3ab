import { GridPage } from '#web/features/grids/index.ts'
import { Page } from '#web/ui/page.tsx'
import english from '#web/messages/en/pages/grid.json'
import { requireMe } from '../gates.ts'
import { metaOf } from '../meta-of.ts'
import type { Route } from './+types/grid.ts'

export const meta: Route.MetaFunction = ({ matches }) => metaOf(matches, english, { noindex: true })

export function loader({ request, context }: Route.LoaderArgs): null {
  requireMe(request, context)
  return null
}

export default function Grid({ params }: Route.ComponentProps) {
  return (
    <Page>
      <GridPage key={params.id} id={params.id} />
    </Page>
  )
}
