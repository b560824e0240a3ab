import { useSearchParams } from 'react-router'
import { SupportPage } from '#web/features/support/index.ts'
import { Page } from '#web/ui/page.tsx'
import english from '#web/messages/en/pages/support.json'
import { gateOfMe } from '../gates.ts'
import { metaOfPage } from '../meta-of.ts'

export const meta = metaOfPage(english, { noindex: true })
export const loader = gateOfMe()

export default function Support() {
  const [query] = useSearchParams()
  return (
    <Page width="text">
      <SupportPage job={query.get('job')} payment={query.get('payment')} />
    </Page>
  )
}
