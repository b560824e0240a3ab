import { TicketDeskPage } from '#web/features/admin/index.ts'
import { pageMeta } from '#web/lib/page-meta.ts'
import { requireStaff } from '../gates.ts'
import type { Route } from './+types/admin-ticket.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Ticket', noindex: true })

export function loader({ request, context }: Route.LoaderArgs): null {
  requireStaff(request, context)
  return null
}

export default function AdminTicket({ params: { id } }: Route.ComponentProps) {
  return <TicketDeskPage key={id} id={id} />
}
