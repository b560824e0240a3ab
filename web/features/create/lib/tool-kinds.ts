import type { JobType } from '#contract/prediction-images.ts'
import { paths, type ToolQuery } from '#web/app/paths.ts'

/** What a job of a tool is called, and the page that makes another one. */
export const TOOL_KINDS: Partial<
  Record<JobType, { title: string; link: (query?: ToolQuery) => string }>
> = {
  RB: { title: 'Background removal', link: paths.backgroundRemoval.link },
  UI: { title: 'Upscale', link: paths.upscaleImage.link },
  UU: { title: 'Pro upscale', link: paths.upscaleImage.link },
  FS: { title: 'Face swap', link: paths.faceSwap.link },
  ISI: { title: 'Instant avatars', link: paths.instantAvatars.link },
}
