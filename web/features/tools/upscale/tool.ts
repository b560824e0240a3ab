import { paths } from '#web/app/paths.ts'
import type { Tool } from '../frame/tool.ts'

export const upscaleTool: Tool = {
  id: 'upscale',
  feature: 'upscale_image',
  types: ['UI', 'UU'],
  title: 'Upscale image',
  verb: 'Upscale',
  intro: 'Make an image two to eight times as wide and high, with edges that stay sharp.',
  limits:
    'Done by ESRGAN on this server. It sharpens what is there; it does not invent faces or letters that the image does not show.',
  link: paths.upscaleImage.link,
  sample: {
    before: 'upscale-before.webp',
    after: 'upscale-after.webp',
    alt: 'A cat, four times as large after upscaling',
    width: 640,
    height: 480,
  },
  trial: 'cat.jpg',
}
