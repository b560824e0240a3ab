import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { gateOfTool, metaOfTool, TOOL_HANDLE } from '#web/app/tool-route.ts'
import { ResendLink } from '#web/features/accounts/index.ts'
import { api } from '#web/lib/api.ts'
import { serverRequestContext } from '#web/lib/server-context.ts'
import { useSession } from '#web/lib/session.ts'
import { EditImagePage } from './edit-image-page.tsx'
import { NoEditor } from './no-editor.tsx'

export const handle = TOOL_HANDLE
export const meta = metaOfTool('edit_image')

export async function loader(args: LoaderFunctionArgs) {
  gateOfTool('edit_image')(args)
  const { results } = await args.context
    .get(serverRequestContext)
    .call(api.generationServers.list, { query: {} })
  return results.flatMap((server) => server.edit_models)
}

export default function EditImage() {
  const [first, ...others] = useLoaderData<typeof loader>()
  const { me } = useSession()
  if (!first) return <NoEditor />
  return (
    <EditImagePage models={[first, ...others]} resendMail={me && <ResendLink email={me.email} />} />
  )
}
