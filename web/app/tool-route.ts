import type { LoaderFunctionArgs, MetaFunction } from 'react-router'
import { TOOLS, type ToolKey } from '#contract/tools.ts'
import { requireFeature, requireMeToView } from './gates.ts'
import { metaOf } from './meta-of.ts'
import type { RouteHandle } from './shell/app-shell.tsx'
import { pageOfTool } from './texts-of-page.ts'

/** The `handle` of a tool's route. */
export const TOOL_HANDLE: RouteHandle = { frame: 'tool' }

/** The `meta` of a tool's route: the messages `title.<tool>` and `description.<tool>` of pages, the name in camel case. */
export const metaOfTool =
  (key: ToolKey): MetaFunction =>
  ({ matches }) =>
    metaOf(matches, pageOfTool(key))

/** The `loader` of a tool's route: 404 where the brand lacks its feature, the login page for a link to one image. */
export const gateOfTool =
  (key: ToolKey) =>
  ({ request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>): null => {
    requireFeature(context, TOOLS[key].feature)
    requireMeToView(request, context)
    return null
  }
