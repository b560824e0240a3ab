import { paths } from '#web/app/paths.ts'
import type { Tool } from '../frame/tool.ts'

export const instantAvatarsTool: Tool = {
  id: 'instant-avatars',
  action: 'instant_avatars',
  types: ['ISI'],
  facts: 'draw_avatars',
  link: paths.instantAvatars.link,
  sample: {
    before: 'avatar-before.webp',
    after: 'avatar-after.webp',
    width: 512,
    height: 512,
    alt: 'sample.instant-avatars',
  },
  trial: 'astronaut.jpg',
}
