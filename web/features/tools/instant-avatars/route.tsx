import { gateOfTool, metaOfTool, TOOL_HANDLE } from '#web/app/tool-route.ts'
import { ResendLink } from '#web/features/accounts/index.ts'
import { useSession } from '#web/lib/session.ts'
import { InstantAvatarsPage } from './instant-avatars-page.tsx'

export const handle = TOOL_HANDLE
export const meta = metaOfTool('instant_avatars')
export const loader = gateOfTool('instant_avatars')

export default function InstantAvatars() {
  const { me } = useSession()
  return <InstantAvatarsPage resendMail={me && <ResendLink email={me.email} />} />
}
