import { gateOfTool, metaOfTool, TOOL_HANDLE } from '#web/app/tool-route.ts'
import { ResendLink } from '#web/features/accounts/index.ts'
import { useSession } from '#web/lib/session.ts'
import { RemoveBackgroundPage } from './remove-background-page.tsx'

export const handle = TOOL_HANDLE
export const meta = metaOfTool('background_removal')
export const loader = gateOfTool('background_removal')

export default function BackgroundRemoval() {
  const { me } = useSession()
  return <RemoveBackgroundPage resendMail={me && <ResendLink email={me.email} />} />
}
