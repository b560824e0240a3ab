import type { LoaderFunctionArgs, MetaFunction } from 'react-router'
import { TOOLS, type ToolKey } from '#contract/tools.ts'
import type { Capabilities } from '#contract/capabilities.ts'
import { languageIn, pageMeta, rootIn } from '#web/lib/page-meta.ts'
import { textsOfTool } from '#web/lib/tool-names/texts-of-tool.ts'
import { requireFeature, requireMeToView } from './gates.ts'
import type { RouteHandle } from './shell/app-shell.tsx'

/** The `handle` of a tool's route. */
export const TOOL_HANDLE: RouteHandle = { frame: 'tool' }

/**
 * The `meta` of a tool's route: its messages `name.<tool>` and `intro.<tool>`.
 * @param isKept whether the site can do what those promise; where not, `intro.<tool>.limited` is said
 */
export const metaOfTool =
  (key: ToolKey, isKept?: (can: Capabilities) => boolean): MetaFunction =>
  ({ matches }) => {
    const can = rootIn(matches)?.capabilities
    const isLimited = can && isKept?.(can) === false
    return pageMeta(matches, textsOfTool(key, languageIn(matches), isLimited))
  }

/** The `loader` of a tool's route: 404 where the brand lacks its feature, the login page for a link to one image. */
export const gateOfTool =
  (key: ToolKey) =>
  ({ request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>): null => {
    requireFeature(context, TOOLS[key].feature)
    requireMeToView(request, context)
    return null
  }
