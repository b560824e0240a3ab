import { paths } from '#web/app/paths.ts'
import type { Tool } from '../frame/tool.ts'

export const textToVideoTool: Tool = {
  id: 'text-to-video',
  action: 'text_to_video',
  types: ['VID'],
  facts: null,
  link: paths.textToVideo.link,
  trial: 'astronaut.jpg',
}
