import { NotificationsPage } from '#web/features/notifications/index.ts'
import { Page } from '#web/ui/page.tsx'
import english from '#web/messages/en/pages/notifications.json'
import { gateOfMe } from '../gates.ts'
import { metaOfPage } from '../meta-of.ts'

export const meta = metaOfPage(english, { noindex: true })
export const loader = gateOfMe()

export default function Notifications() {
  return (
    <Page width="text">
      <NotificationsPage />
    </Page>
  )
}
