import { TicketPage } from '#web/features/support/index.ts'
import { Page } from '#web/ui/page.tsx'
import english from '#web/messages/en/pages/support.json'
import { gateOfMe } from '../gates.ts'
import { metaOfPage } from '../meta-of.ts'
import type { Route } from './+types/support-ticket.ts'

export const meta = metaOfPage(english, { noindex: true })
export const loader = gateOfMe()

export default function SupportTicket({ params: { id } }: Route.ComponentProps) {
  return (
    <Page width="text">
      <TicketPage key={id} id={id} />
    </Page>
  )
}
