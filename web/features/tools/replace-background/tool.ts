import type { Tool } from '#web/features/tool-page/frame/tool.ts'

export const replaceBackgroundTool: Tool = {
  key: 'replace_background',
  facts: 'replace_background',
  sample: {
    before: 'replaced-before.webp',
    after: 'replaced-after.webp',
    width: 512,
    height: 512,
  },
  trial: 'man-before-graffiti.jpg',
}
