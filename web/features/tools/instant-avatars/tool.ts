import { paths } from '#web/app/paths.ts'
import type { Tool } from '../frame/tool.ts'

export const instantAvatarsTool: Tool = {
  id: 'instant-avatars',
  feature: 'instant_avatars',
  types: ['ISI'],
  title: 'Instant avatars',
  verb: 'Make avatars',
  intro: 'One photo of a face, up to twelve looks: from a studio portrait to ink and neon.',
  limits:
    'Done on this server: the person is cut out, lit anew, painted in the look and put on a drawn background. It keeps the face and the pose of your photo; it does not invent new ones.',
  link: paths.instantAvatars.link,
  sample: {
    before: 'avatar-before.webp',
    after: 'avatar-after.webp',
    alt: 'A portrait and the same portrait as a comic',
    width: 512,
    height: 512,
  },
  trial: 'astronaut.jpg',
}
