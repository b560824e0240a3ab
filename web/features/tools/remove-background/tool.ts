import { paths } from '#web/app/paths.ts'
import type { Tool } from '../frame/tool.ts'

export const removeBackgroundTool: Tool = {
  id: 'remove-background',
  feature: 'background_removal',
  types: ['RB'],
  title: 'Background removal',
  verb: 'Remove background',
  intro:
    'Cut out a person, an animal or a thing, and put a color, a gradient or an image behind it.',
  limits:
    'Done by U²-Net on this server, at the full size of your image. It finds the main subject by itself; glass, smoke and very fine hair may lose some detail.',
  link: paths.backgroundRemoval.link,
  sample: {
    before: 'background-before.webp',
    after: 'background-after.webp',
    alt: 'An astronaut, cut out of the background',
    width: 512,
    height: 512,
  },
  trial: 'astronaut.jpg',
}
