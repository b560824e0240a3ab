import type { JobType } from '#contract/prediction-images.ts'
import { paths, type ToolQuery } from '#web/app/paths.ts'

/** The page that makes another job of a tool's type. The type is called by the message `name.<type>`. */
const TOOL_LINKS = {
  RB: paths.backgroundRemoval.link,
  UI: paths.upscaleImage.link,
  UU: paths.upscaleImage.link,
  RPB: paths.replaceBackground.link,
  RO: paths.imgEditor.link,
  EDI: paths.editImage.link,
  UIT: paths.upscaleImage.link,
  AD: paths.fixFaces.link,
  FF: paths.fixFaces.link,
  FS: paths.faceSwap.link,
  VID: paths.textToVideo.link,
  ISI: paths.instantAvatars.link,
  PHS: paths.createHeadshots.link,
} satisfies Partial<Record<JobType, (query?: ToolQuery) => string>>

type ToolJob = keyof typeof TOOL_LINKS

export const isToolJob = (type: unknown): type is ToolJob =>
  typeof type === 'string' && Object.hasOwn(TOOL_LINKS, type)

export const toolLink = (type: ToolJob, query: ToolQuery): string => TOOL_LINKS[type](query)
