import { PersonPage } from '#web/features/admin/index.ts'
import { pageMeta } from '#web/lib/page-meta.ts'
import { requireAdmin } from '../gates.ts'
import type { Route } from './+types/admin-person.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Person', noindex: true })

export function loader({ request, context }: Route.LoaderArgs): null {
  requireAdmin(request, context)
  return null
}

export default function AdminPerson({ params: { id } }: Route.ComponentProps) {
  return <PersonPage key={id} id={id} />
}
