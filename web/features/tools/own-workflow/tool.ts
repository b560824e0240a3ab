import type { Tool } from '#web/features/tool-page/frame/tool.ts'

export const ownWorkflowTool: Tool = {
  key: 'own_workflow',
  facts: null,
}
