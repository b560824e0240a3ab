import type { Tool } from '../frame/tool.ts'

export const editImageTool: Tool = {
  key: 'edit_image',
  facts: null,
  trial: 'cat.jpg',
}
