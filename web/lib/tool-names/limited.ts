import type { Capabilities } from '#contract/capabilities.ts'
import type { ToolKey } from '#contract/tools.ts'
import { drawsAnything } from '../page-meta.ts'

/** What some tools promise beyond what works on every site. */
const PROMISES: Partial<Record<ToolKey, (can: Capabilities) => boolean>> = {
  img_editor: drawsAnything,
  text_to_video: ({ video_moves: moves }) => moves,
}

/** Whether a tool does less here than its words promise; then it is named by its messages `<name>.<tool>.limited`, which say what works. */
export const isLimited = (tool: ToolKey, can: Capabilities): boolean =>
  PROMISES[tool]?.(can) === false
