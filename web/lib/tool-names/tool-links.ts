import { toolEntries, type ToolJob } from '#contract/tools.ts'
import { camelOf, paths, type ToolQuery } from '#contract/paths.ts'

/** The page that makes another job of a tool's type. The type is called by the message `job.<type>`. */
const TOOL_LINKS = Object.fromEntries(
  toolEntries.flatMap(([key, { jobs }]) => jobs.map((type) => [type, paths[camelOf(key)].link])),
) as Record<ToolJob, (query: ToolQuery) => string>

export const isToolJob = (type: unknown): type is ToolJob =>
  typeof type === 'string' && Object.hasOwn(TOOL_LINKS, type)

export const toolLink = (type: ToolJob, query: ToolQuery): string => TOOL_LINKS[type](query)
