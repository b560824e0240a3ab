import type { Tool } from '#web/features/tool-page/frame/tool.ts'

export const editImageTool: Tool = {
  key: 'edit_image',
  facts: null,
  trial: 'cat.jpg',
}
