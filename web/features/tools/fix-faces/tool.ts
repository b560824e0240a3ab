import { paths } from '#web/app/paths.ts'
import type { Tool } from '../frame/tool.ts'

export const fixFacesTool: Tool = {
  id: 'fix-faces',
  action: 'fix_faces',
  types: ['FF', 'AD'],
  facts: 'fix_faces',
  link: paths.fixFaces.link,
  sample: {
    before: 'fixed-before.webp',
    after: 'fixed-after.webp',
    width: 480,
    height: 480,
    alt: 'sample.fix-faces',
  },
  trial: 'soft-face.jpg',
}
