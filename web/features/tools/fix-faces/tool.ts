import type { Tool } from '../frame/tool.ts'

export const fixFacesTool: Tool = {
  id: 'fix-faces',
  key: 'fix_faces',
  facts: 'fix_faces',
  sample: {
    before: 'fixed-before.webp',
    after: 'fixed-after.webp',
    width: 480,
    height: 480,
    alt: 'sample.fix-faces',
  },
  trial: 'soft-face.jpg',
}
