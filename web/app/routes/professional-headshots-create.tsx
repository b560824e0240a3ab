import { ResendLink } from '#web/features/accounts/index.ts'
import { HeadshotsPage } from '#web/features/tools/headshots/index.ts'
import { useSession } from '#web/lib/session.ts'
import { requireFeature, requireMeToView } from '../gates.ts'
import { metaOf } from '../page-texts.ts'
import type { RouteHandle } from '../shell/app-shell.tsx'
import type { Route } from './+types/professional-headshots-create.ts'

export const handle: RouteHandle = { frame: 'tool' }

export const meta: Route.MetaFunction = ({ matches }) => metaOf(matches, 'createHeadshots')

export function loader({ request, context }: Route.LoaderArgs): null {
  requireFeature(context, 'professional_headshots')
  requireMeToView(request, context)
  return null
}

export default function CreateHeadshots() {
  const { me } = useSession()
  return <HeadshotsPage resendMail={me && <ResendLink email={me.email} />} />
}
