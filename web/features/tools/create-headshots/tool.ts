import type { Tool } from '#web/features/tool-page/frame/tool.ts'

export const headshotsTool: Tool = {
  key: 'create_headshots',
  facts: 'take_headshots',
  sample: {
    before: 'headshot-part.webp',
    after: 'headshot-after.webp',
    width: 384,
    height: 480,
  },
  trial: 'man-by-a-river.jpg',
}
