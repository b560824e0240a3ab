import { paths } from '#web/app/paths.ts'
import type { Tool } from '../frame/tool.ts'

export const faceSwapTool: Tool = {
  id: 'face-swap',
  action: 'face_swap',
  types: ['FS'],
  facts: 'swap_faces',
  link: paths.faceSwap.link,
  sample: {
    before: 'faces-before.webp',
    after: 'faces-after.webp',
    width: 560,
    height: 420,
    alt: 'sample.face-swap',
  },
}
