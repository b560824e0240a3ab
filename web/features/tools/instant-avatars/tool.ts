import type { Tool } from '#web/features/tool-page/frame/tool.ts'

export const instantAvatarsTool: Tool = {
  key: 'instant_avatars',
  facts: 'draw_avatars',
  sample: {
    before: 'avatar-before.webp',
    after: 'avatar-after.webp',
    width: 512,
    height: 512,
  },
  trial: 'astronaut.jpg',
}
