import { gateOfTool, metaOfTool, TOOL_HANDLE } from '#web/app/tool-route.ts'
import { ResendLink } from '#web/features/accounts/index.ts'
import { useSession } from '#web/lib/session.ts'
import { ImageEditorPage } from '#web/features/image-editor/image-editor-page.tsx'
import { drawsAnything } from '#web/lib/page-meta.ts'

export const handle = TOOL_HANDLE
export const meta = metaOfTool('img_editor', drawsAnything)
export const loader = gateOfTool('img_editor')

export default function ImgEditor() {
  const { me } = useSession()
  return <ImageEditorPage resendMail={me && <ResendLink email={me.email} />} />
}
