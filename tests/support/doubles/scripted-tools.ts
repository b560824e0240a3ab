import { TOOL_FACTS } from '#contract/tool-facts.ts'
import type { ToolModel } from '#server/engines/spec/index.ts'

/** Those of the built-in engine, and the two that it lacks. */
const TOOLS = [...Object.keys(TOOL_FACTS), 'edit_image', 'run_workflow'] as ToolModel['tool'][]

const TAKES = { image: true, prompt: true, size: { width: 64, height: 64 } }

const scriptedTool = (tool: ToolModel['tool']): ToolModel => ({
  tool,
  id: `scripted-${tool}`,
  name: 'Scripted',
  hash: 'b'.repeat(64),
  licence: 'MIT',
  maxEdge: 4096,
  maxPixels: 4096 * 4096,
  ...(tool === 'edit_image' && { credits: 3, maxInputs: 2 }),
  ...(tool === 'run_workflow' && { credits: 2, takes: TAKES }),
})

/** What the scripted engine has for each tool. */
export const SCRIPTED_TOOLS: ToolModel[] = TOOLS.map(scriptedTool)
