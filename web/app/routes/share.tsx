import { ShareTarget } from '#web/features/share-target/index.ts'
import { Page } from '#web/ui/page.tsx'
import english from '#web/messages/en/pages/share.json'
import { gateOfMe } from '../gates.ts'
import { metaOfPage } from '../meta-of.ts'

export const meta = metaOfPage(english, { noindex: true })
export const loader = gateOfMe()

export default function Share() {
  return (
    <Page>
      <ShareTarget />
    </Page>
  )
}
