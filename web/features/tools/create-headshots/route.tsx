import { gateOfTool, metaOfTool, TOOL_HANDLE } from '#web/app/tool-route.ts'
import { ResendLink } from '#web/features/accounts/index.ts'
import { useSession } from '#web/lib/session.ts'
import { HeadshotsPage } from './headshots-page.tsx'

export const handle = TOOL_HANDLE
export const meta = metaOfTool('create_headshots')
export const loader = gateOfTool('create_headshots')

export default function CreateHeadshots() {
  const { me } = useSession()
  return <HeadshotsPage resendMail={me && <ResendLink email={me.email} />} />
}
