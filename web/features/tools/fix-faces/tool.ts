import type { Tool } from '#web/features/tool-page/frame/tool.ts'

export const fixFacesTool: Tool = {
  key: 'fix_faces',
  facts: 'fix_faces',
  sample: {
    before: 'fixed-before.webp',
    after: 'fixed-after.webp',
    width: 480,
    height: 480,
  },
  trial: 'soft-face.jpg',
}
