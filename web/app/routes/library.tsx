import { LibraryPage } from '#web/features/library/index.ts'
import { Page } from '#web/ui/page.tsx'
import english from '#web/messages/en/pages/library.json'
import { gateOfMe } from '../gates.ts'
import { metaOfPage } from '../meta-of.ts'

export const meta = metaOfPage(english, { noindex: true })
export const loader = gateOfMe()

export default function Library() {
  return (
    <Page>
      <LibraryPage />
    </Page>
  )
}
