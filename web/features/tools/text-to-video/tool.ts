import type { Tool } from '#web/features/tool-page/frame/tool.ts'

export const textToVideoTool: Tool = {
  key: 'text_to_video',
  facts: null,
  trial: 'astronaut.jpg',
}
