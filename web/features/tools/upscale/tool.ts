import { paths } from '#web/app/paths.ts'
import type { Tool } from '../frame/tool.ts'

export const upscaleTool: Tool = {
  id: 'upscale',
  action: 'upscale_image',
  types: ['UI', 'UU', 'UIT'],
  facts: 'upscale',
  link: paths.upscaleImage.link,
  sample: {
    before: 'upscale-before.webp',
    after: 'upscale-after.webp',
    width: 640,
    height: 480,
    alt: 'sample.upscale',
  },
  trial: 'cat.jpg',
}
