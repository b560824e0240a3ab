import { pageOfFeature } from '#brands/index.ts'
import { useSite } from '#web/lib/site.ts'
import { SourceParts } from '../panel/source-parts.ts'
import { type Tool, ToolContext } from '#web/features/generate/lib/tool.ts'
import { useLinkedDraft } from '../lib/use-linked-draft.ts'
import { SourceUploadContext, useSourceUpload } from '../panel/use-source-upload.ts'
import classes from '#web/features/generate/panel/frame.module.css'
import { DropSource } from './drop-source.tsx'
import { GenerationPanel } from './generation-panel.tsx'
import { Stage } from './stage.tsx'

/**
 * /text-to-image and /image-to-image. Panel and stage read from stores, so that progress never draws the panel again.
 * @param source the fields about the image to start from, on the page that starts from one
 * @param resendMail asks for the verification mail again, for people who have not verified
 */
export function CreatePage({
  source = null,
  resendMail,
}: {
  source?: React.ContextType<typeof SourceParts>
  resendMail: React.ReactNode
}) {
  useLinkedDraft()
  const tool = source === null ? 'text' : 'image'
  return (
    <ToolContext value={tool}>
      <SourceParts value={source}>
        <Frame tool={tool} resendMail={resendMail} />
      </SourceParts>
    </ToolContext>
  )
}

function Frame({ tool, resendMail }: { tool: Tool; resendMail: React.ReactNode }) {
  const { has } = useSite()
  const takesImages = has('image_to_image') && pageOfFeature('image_to_image') !== null
  return (
    <SourceUploadContext value={useSourceUpload()}>
      <div className={classes.frame} data-low={tool === 'text' || undefined}>
        <GenerationPanel resendMail={resendMail} />
        <Stage />
      </div>
      {takesImages && <DropSource />}
    </SourceUploadContext>
  )
}
