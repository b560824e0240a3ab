import { ResendLink } from '#web/features/accounts/index.ts'
import { UpscalePage } from '#web/features/tools/upscale/index.ts'
import { useSession } from '#web/lib/session.ts'
import { requireFeature, requireMeToView } from '../gates.ts'
import { metaOf } from '../page-texts.ts'
import type { RouteHandle } from '../shell/app-shell.tsx'
import type { Route } from './+types/upscale-image.ts'

export const handle: RouteHandle = { frame: 'tool' }

export const meta: Route.MetaFunction = ({ matches }) => metaOf(matches, 'upscaleImage')

export function loader({ request, context }: Route.LoaderArgs): null {
  requireFeature(context, 'upscale_image')
  requireMeToView(request, context)
  return null
}

export default function UpscaleImage() {
  const { me } = useSession()
  return <UpscalePage resendMail={me && <ResendLink email={me.email} />} />
}
