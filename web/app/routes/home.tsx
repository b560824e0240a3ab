import { HomePage } from '#web/features/brands/index.ts'
import { softwareApplication } from '#web/lib/structured-data.ts'
import { redirectSignedIn } from '../gates.ts'
import { metaOf } from '../meta-of.ts'
import type { Route } from './+types/home.ts'

export const meta: Route.MetaFunction = ({ matches }) => [
  ...metaOf(matches, 'home'),
  ...(import.meta.env.SSR ? softwareApplication(matches) : []),
]

export async function loader({ request, context }: Route.LoaderArgs): Promise<null> {
  await redirectSignedIn(request, context)
  return null
}

export default HomePage
