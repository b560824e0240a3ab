import { ResendLink } from '#web/features/accounts/index.ts'
import { InstantAvatarsPage } from '#web/features/tools/instant-avatars/index.ts'
import { useSession } from '#web/lib/session.ts'
import { requireFeature, requireMeToView } from '../gates.ts'
import { metaOf } from '../page-texts.ts'
import type { RouteHandle } from '../shell/app-shell.tsx'
import type { Route } from './+types/instant-avatars.ts'

export const handle: RouteHandle = { frame: 'tool' }

export const meta: Route.MetaFunction = ({ matches }) => metaOf(matches, 'instantAvatars')

export function loader({ request, context }: Route.LoaderArgs): null {
  requireFeature(context, 'instant_avatars')
  requireMeToView(request, context)
  return null
}

export default function InstantAvatars() {
  const { me } = useSession()
  return <InstantAvatarsPage resendMail={me && <ResendLink email={me.email} />} />
}
