import { paths } from '#web/app/paths.ts'
import type { Tool } from '../frame/tool.ts'

export const editImageTool: Tool = {
  id: 'edit-image',
  action: 'edit_image',
  types: ['EDI'],
  facts: null,
  link: paths.editImage.link,
  trial: 'cat.jpg',
}
