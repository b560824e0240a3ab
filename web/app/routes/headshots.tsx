import { SetsPage } from '#web/features/headshot-sets/index.ts'
import { Page } from '#web/ui/page.tsx'
import english from '#web/messages/en/pages/headshots.json'
import { gateOfMe } from '../gates.ts'
import { metaOfPage } from '../meta-of.ts'

export const meta = metaOfPage(english, { noindex: true })
export const loader = gateOfMe('professional_headshots')

export default function Headshots() {
  return (
    <Page>
      <SetsPage />
    </Page>
  )
}
