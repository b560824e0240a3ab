import { ResendLink } from '#web/features/accounts/index.ts'
import { FaceSwapPage } from '#web/features/tools/face-swap/index.ts'
import { useSession } from '#web/lib/session.ts'
import { requireFeature, requireMeToView } from '../gates.ts'
import { metaOf } from '../page-texts.ts'
import type { RouteHandle } from '../shell/app-shell.tsx'
import type { Route } from './+types/face-swap.ts'

export const handle: RouteHandle = { frame: 'tool' }

export const meta: Route.MetaFunction = ({ matches }) => metaOf(matches, 'faceSwap')

export function loader({ request, context }: Route.LoaderArgs): null {
  requireFeature(context, 'face_swap')
  requireMeToView(request, context)
  return null
}

export default function FaceSwap() {
  const { me } = useSession()
  return <FaceSwapPage resendMail={me && <ResendLink email={me.email} />} />
}
