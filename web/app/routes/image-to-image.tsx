import { ResendLink } from '#web/features/accounts/index.ts'
import { CreatePage, PhotoAdvice, SourceField, SourceSettings } from '#web/features/create/index.ts'
import { useSession } from '#web/lib/session.ts'
import { drawsAnything } from '#web/lib/page-meta.ts'
import english from '#web/messages/en/pages/image-to-image.json'
import { requireFeature, requireMeToView } from '../gates.ts'
import type { RouteHandle } from '../shell/app-shell.tsx'
import { metaOf } from '../meta-of.ts'
import type { Route } from './+types/image-to-image.ts'

export const handle: RouteHandle = { frame: 'tool' }

export const meta: Route.MetaFunction = ({ matches }) =>
  metaOf(matches, english, { isKept: drawsAnything })

export function loader({ request, context }: Route.LoaderArgs): null {
  requireFeature(context, 'image_to_image')
  requireMeToView(request, context)
  return null
}

const SOURCE = { Field: SourceField, Settings: SourceSettings, Advice: PhotoAdvice }

export default function ImageToImage() {
  const { me } = useSession()
  return <CreatePage source={SOURCE} resendMail={me && <ResendLink email={me.email} />} />
}
