import type { Tool } from '../frame/tool.ts'

export const textToVideoTool: Tool = {
  id: 'text-to-video',
  key: 'text_to_video',
  facts: null,
  trial: 'astronaut.jpg',
}
