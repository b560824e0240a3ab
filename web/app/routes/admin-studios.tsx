import { AdminStudiosPage } from '#web/features/admin/index.ts'
import { pageMeta } from '#web/lib/page-meta.ts'
import { requireAdmin } from '../gates.ts'
import type { Route } from './+types/admin-studios.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Public studios', noindex: true })

export function loader({ request, context }: Route.LoaderArgs): null {
  requireAdmin(request, context)
  return null
}

export default AdminStudiosPage
