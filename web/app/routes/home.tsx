import { HomePage } from '#web/features/brands/index.ts'
import { pageMeta } from '#web/lib/page-meta.ts'
import { redirectSignedIn } from '../gates.ts'
import type { Route } from './+types/home.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Make your imagination come true' })

export async function loader({ request, context }: Route.LoaderArgs): Promise<null> {
  await redirectSignedIn(request, context)
  return null
}

export default HomePage
