import type { Tool } from '#web/features/tool-page/frame/tool.ts'

export const faceSwapTool: Tool = {
  key: 'face_swap',
  facts: 'swap_faces',
  sample: {
    before: 'faces-before.webp',
    after: 'faces-after.webp',
    width: 560,
    height: 420,
  },
}
