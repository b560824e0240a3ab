import { ResendLink } from '#web/features/accounts/index.ts'
import { ImgEditorPage } from '#web/features/tools/img-editor/index.ts'
import { useSession } from '#web/lib/session.ts'
import { requireFeature, requireMeToView } from '../gates.ts'
import { metaOf } from '../page-texts.ts'
import type { RouteHandle } from '../shell/app-shell.tsx'
import type { Route } from './+types/img-editor.ts'

export const handle: RouteHandle = { frame: 'tool' }

export const meta: Route.MetaFunction = ({ matches }) => metaOf(matches, 'imgEditor')

export function loader({ request, context }: Route.LoaderArgs): null {
  requireFeature(context, 'img_editor')
  requireMeToView(request, context)
  return null
}

export default function ImgEditor() {
  const { me } = useSession()
  return <ImgEditorPage resendMail={me && <ResendLink email={me.email} />} />
}
