import { HeadshotsPage } from '#web/features/brands/index.ts'
import { pageMeta } from '#web/lib/page-meta.ts'
import { requireFeature } from '../gates.ts'
import type { Route } from './+types/ai-headshots.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Professional headshots' })

export function loader({ context }: Route.LoaderArgs): null {
  requireFeature(context, 'professional_headshots')
  return null
}

export default HeadshotsPage
