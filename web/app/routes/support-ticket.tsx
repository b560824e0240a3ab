import { TicketPage } from '#web/features/support/index.ts'
import { Page } from '#web/ui/page.tsx'
import english from '#web/messages/en/pages/support.json'
import { requireMe } from '../gates.ts'
import { metaOf } from '../meta-of.ts'
import type { Route } from './+types/support-ticket.ts'

export const meta: Route.MetaFunction = ({ matches }) => metaOf(matches, english, { noindex: true })

export function loader({ request, context }: Route.LoaderArgs): null {
  requireMe(request, context)
  return null
}

export default function SupportTicket({ params: { id } }: Route.ComponentProps) {
  return (
    <Page width="text">
      <TicketPage key={id} id={id} />
    </Page>
  )
}
