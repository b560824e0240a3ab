import { paths } from '#web/app/paths.ts'
import type { Tool } from '../frame/tool.ts'

export const headshotsTool: Tool = {
  id: 'headshots',
  action: 'professional_headshots',
  types: ['PHS'],
  facts: 'take_headshots',
  link: paths.createHeadshots.link,
  sample: {
    before: 'headshot-before.webp',
    after: 'headshot-after.webp',
    width: 384,
    height: 480,
    alt: 'sample.headshots',
  },
  trial: 'astronaut.jpg',
}
