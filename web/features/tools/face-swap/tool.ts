import { paths } from '#web/app/paths.ts'
import type { Tool } from '../frame/tool.ts'

export const faceSwapTool: Tool = {
  id: 'face-swap',
  feature: 'face_swap',
  types: ['FS'],
  title: 'Face swap',
  verb: 'Swap',
  intro:
    'Put a face from one photo in the place of a face in another. Everything else in the photo stays as it is.',
  limits:
    'Done by a face mesh on this server: the features move, the head keeps its shape, hair and light. Faces need at least 40 pixels and must look in about the same direction. Results are labeled as made with AI.',
  link: paths.faceSwap.link,
}
