import type { Tool } from '../frame/tool.ts'

export const editImageTool: Tool = {
  id: 'edit-image',
  key: 'edit_image',
  facts: null,
  trial: 'cat.jpg',
}
