import { gateOfTool, metaOfTool, TOOL_HANDLE } from '#web/app/tool-route.ts'
import { ResendLink } from '#web/features/accounts/index.ts'
import { useSession } from '#web/lib/session.ts'
import { UpscalePage } from './upscale-page.tsx'

export const handle = TOOL_HANDLE
export const meta = metaOfTool('upscale_image')
export const loader = gateOfTool('upscale_image')

export default function UpscaleImage() {
  const { me } = useSession()
  return <UpscalePage resendMail={me && <ResendLink email={me.email} />} />
}
