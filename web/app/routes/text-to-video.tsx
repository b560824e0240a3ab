import { ResendLink } from '#web/features/accounts/index.ts'
import { NoProvider, TextToVideoPage } from '#web/features/tools/text-to-video/index.ts'
import { api } from '#web/lib/api.ts'
import { serverRequestContext } from '#web/lib/server-context.ts'
import { useSession } from '#web/lib/session.ts'
import { requireFeature, requireMeToView } from '../gates.ts'
import { metaOf } from '../page-texts.ts'
import type { RouteHandle } from '../shell/app-shell.tsx'
import type { Route } from './+types/text-to-video.ts'

export const handle: RouteHandle = { frame: 'tool' }

export const meta: Route.MetaFunction = ({ matches }) => metaOf(matches, 'textToVideo')

export async function loader({ request, context }: Route.LoaderArgs) {
  requireFeature(context, 'text_to_video')
  requireMeToView(request, context)
  const { results } = await context
    .get(serverRequestContext)
    .call(api.videoInferenceJobs.providers, {})
  return results
}

export default function TextToVideo({ loaderData: [first, ...others] }: Route.ComponentProps) {
  const { me } = useSession()
  if (!first) return <NoProvider />
  return (
    <TextToVideoPage
      providers={[first, ...others]}
      resendMail={me && <ResendLink email={me.email} />}
    />
  )
}
