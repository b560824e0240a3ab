import type { JobType } from '#contract/prediction-images.ts'
import { paths, type ToolQuery } from '#web/app/paths.ts'
import type { CreateKey } from '../texts.ts'

/** The message with the name of a tool's job, and the page that makes another one. */
export const TOOL_KINDS: Partial<
  Record<JobType, { title: CreateKey; link: (query?: ToolQuery) => string }>
> = {
  RB: { title: 'toolKind.RB', link: paths.backgroundRemoval.link },
  UI: { title: 'toolKind.UI', link: paths.upscaleImage.link },
  UU: { title: 'toolKind.UU', link: paths.upscaleImage.link },
  RPB: { title: 'toolKind.RPB', link: paths.replaceBackground.link },
  EDI: { title: 'toolKind.EDI', link: paths.editImage.link },
  UIT: { title: 'toolKind.UIT', link: paths.upscaleImage.link },
  AD: { title: 'toolKind.AD', link: paths.fixFaces.link },
  FF: { title: 'toolKind.FF', link: paths.fixFaces.link },
  FS: { title: 'toolKind.FS', link: paths.faceSwap.link },
  VID: { title: 'toolKind.VID', link: paths.textToVideo.link },
  ISI: { title: 'toolKind.ISI', link: paths.instantAvatars.link },
}
