import { paths } from '#web/app/paths.ts'
import type { Tool } from '../frame/tool.ts'

export const removeBackgroundTool: Tool = {
  id: 'remove-background',
  action: 'background_removal',
  types: ['RB'],
  facts: 'remove_background',
  link: paths.backgroundRemoval.link,
  sample: {
    before: 'background-before.webp',
    after: 'background-after.webp',
    width: 512,
    height: 512,
    alt: 'sample.remove-background',
  },
  trial: 'astronaut.jpg',
}
