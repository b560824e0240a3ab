import type { Tool } from '../frame/tool.ts'

export const textToVideoTool: Tool = {
  key: 'text_to_video',
  facts: null,
  trial: 'astronaut.jpg',
}
