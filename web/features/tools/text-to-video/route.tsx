import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { gateOfTool, metaOfTool, TOOL_HANDLE } from '#web/app/tool-route.ts'
import { ResendLink } from '#web/features/accounts/index.ts'
import { api } from '#web/lib/api.ts'
import { serverRequestContext } from '#web/lib/server-context.ts'
import { useSession } from '#web/lib/session.ts'
import { NoProvider } from './no-provider.tsx'
import { TextToVideoPage } from './text-to-video-page.tsx'

export const handle = TOOL_HANDLE
export const meta = metaOfTool('text_to_video', ({ video_moves: moves }) => moves)

export async function loader(args: LoaderFunctionArgs) {
  gateOfTool('text_to_video')(args)
  const { results } = await args.context
    .get(serverRequestContext)
    .call(api.videoInferenceJobs.providers, {})
  return results
}

export default function TextToVideo() {
  const [first, ...others] = useLoaderData<typeof loader>()
  const { me } = useSession()
  if (!first) return <NoProvider />
  return (
    <TextToVideoPage
      providers={[first, ...others]}
      resendMail={me && <ResendLink email={me.email} />}
    />
  )
}
