import type { Tool } from '#web/features/tool-page/frame/tool.ts'

export const removeBackgroundTool: Tool = {
  key: 'background_removal',
  facts: 'remove_background',
  sample: {
    before: 'background-before.webp',
    after: 'background-after.webp',
    width: 600,
    height: 400,
  },
  trial: 'coffee.jpg',
}
