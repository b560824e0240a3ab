import { ResendLink } from '#web/features/accounts/index.ts'
import { CreatePage } from '#web/features/create/index.ts'
import { useSession } from '#web/lib/session.ts'
import { drawsAnything } from '#web/lib/page-meta.ts'
import english from '#web/messages/en/pages/text-to-image.json'
import { requireFeature, requireMeToView } from '../gates.ts'
import type { RouteHandle } from '../shell/app-shell.tsx'
import { metaOf } from '../meta-of.ts'
import type { Route } from './+types/text-to-image.ts'

export const handle: RouteHandle = { frame: 'tool' }

export const meta: Route.MetaFunction = ({ matches }) =>
  metaOf(matches, english, { isKept: drawsAnything })

export function loader({ request, context }: Route.LoaderArgs): null {
  requireFeature(context, 'text_to_image')
  requireMeToView(request, context)
  return null
}

export default function TextToImage() {
  const { me } = useSession()
  return <CreatePage resendMail={me && <ResendLink email={me.email} />} />
}
