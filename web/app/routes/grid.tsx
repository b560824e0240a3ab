import { GridPage } from '#web/features/grids/index.ts'
import { Page } from '#web/ui/page.tsx'
import english from '#web/messages/en/pages/grid.json'
import { gateOfMe } from '../gates.ts'
import { metaOfPage } from '../meta-of.ts'
import type { Route } from './+types/grid.ts'

export const meta = metaOfPage(english, { noindex: true })
export const loader = gateOfMe()

export default function Grid({ params }: Route.ComponentProps) {
  return (
    <Page>
      <GridPage key={params.id} id={params.id} />
    </Page>
  )
}
