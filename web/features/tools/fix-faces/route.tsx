import { gateOfTool, metaOfTool, TOOL_HANDLE } from '#web/app/tool-route.ts'
import { ResendLink } from '#web/features/accounts/index.ts'
import { useSession } from '#web/lib/session.ts'
import { FixFacesPage } from './fix-faces-page.tsx'

export const handle = TOOL_HANDLE
export const meta = metaOfTool('fix_faces')
export const loader = gateOfTool('fix_faces')

export default function FixFaces() {
  const { me } = useSession()
  return <FixFacesPage resendMail={me && <ResendLink email={me.email} />} />
}
