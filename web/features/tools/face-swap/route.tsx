import { gateOfTool, metaOfTool, TOOL_HANDLE } from '#web/app/tool-route.ts'
import { ResendLink } from '#web/features/accounts/index.ts'
import { useSession } from '#web/lib/session.ts'
import { FaceSwapPage } from './face-swap-page.tsx'

export const handle = TOOL_HANDLE
export const meta = metaOfTool('face_swap')
export const loader = gateOfTool('face_swap')

export default function FaceSwap() {
  const { me } = useSession()
  return <FaceSwapPage resendMail={me && <ResendLink email={me.email} />} />
}
