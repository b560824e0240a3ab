import { HeadshotsPage } from '#web/features/brands/index.ts'
import { requireFeature } from '../gates.ts'
import { metaOf } from '../page-texts.ts'
import type { Route } from './+types/ai-headshots.ts'

export const meta: Route.MetaFunction = ({ matches }) => metaOf(matches, 'aiHeadshots')

export function loader({ context }: Route.LoaderArgs): null {
  requireFeature(context, 'professional_headshots')
  return null
}

export default HeadshotsPage
