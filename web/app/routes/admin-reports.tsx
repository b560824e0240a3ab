import { ReportsPage } from '#web/features/admin/index.ts'
import { pageMeta } from '#web/lib/page-meta.ts'
import { requireStaff } from '../gates.ts'
import type { Route } from './+types/admin-reports.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Reports', noindex: true })

export function loader({ request, context }: Route.LoaderArgs): null {
  requireStaff(request, context)
  return null
}

export default ReportsPage
