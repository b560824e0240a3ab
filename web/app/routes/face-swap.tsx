import { ResendLink } from '#web/features/accounts/index.ts'
import { FaceSwapPage } from '#web/features/tools/face-swap/index.ts'
import { pageMeta } from '#web/lib/page-meta.ts'
import { useSession } from '#web/lib/session.ts'
import { requireFeature, requireMeToView } from '../gates.ts'
import type { RouteHandle } from '../shell/app-shell.tsx'
import type { Route } from './+types/face-swap.ts'

export const handle: RouteHandle = { frame: 'tool' }

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Face swap',
    description: 'Put a face from one photo in the place of a face in another, with consent.',
  })

export function loader({ request, context }: Route.LoaderArgs): null {
  requireFeature(context, 'face_swap')
  requireMeToView(request, context)
  return null
}

export default function FaceSwap() {
  const { me } = useSession()
  return <FaceSwapPage resendMail={me && <ResendLink email={me.email} />} />
}
