import { paths } from '#web/app/paths.ts'
import type { Tool } from '../frame/tool.ts'

export const replaceBackgroundTool: Tool = {
  id: 'replace-background',
  action: 'replace_background',
  types: ['RPB'],
  facts: 'replace_background',
  link: paths.replaceBackground.link,
  sample: {
    before: 'background-before.webp',
    after: 'replaced-after.webp',
    width: 512,
    height: 512,
    alt: 'sample.replace-background',
  },
  trial: 'astronaut.jpg',
}
