import { GridsPage } from '#web/features/grids/index.ts'
import { Page } from '#web/ui/page.tsx'
import english from '#web/messages/en/pages/grids.json'
import { gateOfMe } from '../gates.ts'
import { metaOfPage } from '../meta-of.ts'

export const meta = metaOfPage(english, { noindex: true })
export const loader = gateOfMe()

export default function Grids() {
  return (
    <Page>
      <GridsPage />
    </Page>
  )
}
