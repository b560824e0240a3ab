import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { gateOfTool, metaOfTool, TOOL_HANDLE } from '#web/app/tool-route.ts'
import { ResendLink } from '#web/features/accounts/index.ts'
import { api } from '#web/lib/api.ts'
import { serverRequestContext } from '#web/lib/server-context.ts'
import { useSession } from '#web/lib/session.ts'
import { NoWorkflow } from './no-workflow.tsx'
import { OwnWorkflowPage } from './own-workflow-page.tsx'

export const handle = TOOL_HANDLE
export const meta = metaOfTool('own_workflow')

export async function loader(args: LoaderFunctionArgs) {
  gateOfTool('own_workflow')(args)
  const { results } = await args.context
    .get(serverRequestContext)
    .call(api.generationServers.list, { query: {} })
  return results.flatMap(({ workflows }) => workflows)
}

export default function OwnWorkflows() {
  const [first, ...others] = useLoaderData<typeof loader>()
  const { me } = useSession()
  if (!first) return <NoWorkflow />
  return (
    <OwnWorkflowPage
      workflows={[first, ...others]}
      resendMail={me && <ResendLink email={me.email} />}
    />
  )
}
