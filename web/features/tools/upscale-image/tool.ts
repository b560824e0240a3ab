import type { Tool } from '#web/features/tool-page/frame/tool.ts'

export const upscaleTool: Tool = {
  key: 'upscale_image',
  facts: 'upscale',
  sample: {
    before: 'upscale-before.webp',
    after: 'upscale-after.webp',
    width: 640,
    height: 480,
  },
  trial: 'cat.jpg',
}
