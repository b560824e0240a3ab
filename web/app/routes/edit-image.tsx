import { ResendLink } from '#web/features/accounts/index.ts'
import { EditImagePage, NoEditor } from '#web/features/tools/edit-image/index.ts'
import { api } from '#web/lib/api.ts'
import { serverRequestContext } from '#web/lib/server-context.ts'
import { useSession } from '#web/lib/session.ts'
import { requireFeature, requireMeToView } from '../gates.ts'
import { metaOf } from '../page-texts.ts'
import type { RouteHandle } from '../shell/app-shell.tsx'
import type { Route } from './+types/edit-image.ts'

export const handle: RouteHandle = { frame: 'tool' }

export const meta: Route.MetaFunction = ({ matches }) => metaOf(matches, 'editImage')

export async function loader({ request, context }: Route.LoaderArgs) {
  requireFeature(context, 'image_to_image')
  requireMeToView(request, context)
  const { results } = await context
    .get(serverRequestContext)
    .call(api.generationServers.list, { query: {} })
  return results.flatMap((server) => server.edit_models)
}

export default function EditImage({ loaderData: [first, ...others] }: Route.ComponentProps) {
  const { me } = useSession()
  if (!first) return <NoEditor />
  return (
    <EditImagePage models={[first, ...others]} resendMail={me && <ResendLink email={me.email} />} />
  )
}
