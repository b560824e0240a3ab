import { ResendLink } from '#web/features/accounts/index.ts'
import { FixFacesPage } from '#web/features/tools/fix-faces/index.ts'
import { useSession } from '#web/lib/session.ts'
import { requireFeature, requireMeToView } from '../gates.ts'
import { metaOf } from '../page-texts.ts'
import type { RouteHandle } from '../shell/app-shell.tsx'
import type { Route } from './+types/fix-faces.ts'

export const handle: RouteHandle = { frame: 'tool' }

export const meta: Route.MetaFunction = ({ matches }) => metaOf(matches, 'fixFaces')

export function loader({ request, context }: Route.LoaderArgs): null {
  requireFeature(context, 'upscale_image')
  requireMeToView(request, context)
  return null
}

export default function FixFaces() {
  const { me } = useSession()
  return <FixFacesPage resendMail={me && <ResendLink email={me.email} />} />
}
