import { gateOfTool, metaOfTool, TOOL_HANDLE } from '#web/app/tool-route.ts'
import { ResendLink } from '#web/features/accounts/index.ts'
import { useSession } from '#web/lib/session.ts'
import { ReplaceBackgroundPage } from './replace-background-page.tsx'

export const handle = TOOL_HANDLE
export const meta = metaOfTool('replace_background')
export const loader = gateOfTool('replace_background')

export default function ReplaceBackground() {
  const { me } = useSession()
  return <ReplaceBackgroundPage resendMail={me && <ResendLink email={me.email} />} />
}
