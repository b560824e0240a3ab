import type { LoaderFunctionArgs, MetaFunction } from 'react-router'
import { TOOLS, type ToolKey } from '#contract/tools.ts'
import { languageIn, pageMeta, rootIn } from '#web/lib/page-meta.ts'
import { textsOfTool } from '#web/lib/tool-names/texts-of-tool.ts'
import { requireFeature, requireMeToView } from './gates.ts'
import type { RouteHandle } from './shell/app-shell.tsx'

/** The `handle` of a tool's route. */
export const TOOL_HANDLE: RouteHandle = { frame: 'tool' }

/** The `meta` of a tool's route: its messages `name.<tool>` and `intro.<tool>`, as far as the site keeps what they promise. */
export const metaOfTool =
  (key: ToolKey): MetaFunction =>
  ({ matches }) =>
    pageMeta(matches, textsOfTool(key, languageIn(matches), rootIn(matches)?.capabilities))

/** The `loader` of a tool's route: 404 where the brand lacks its feature, the login page for a link to one image. */
export const gateOfTool =
  (key: ToolKey) =>
  ({ request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>): null => {
    requireFeature(context, TOOLS[key].feature)
    requireMeToView(request, context)
    return null
  }
