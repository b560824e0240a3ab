import type { Tool } from '../frame/tool.ts'

export const replaceBackgroundTool: Tool = {
  id: 'replace-background',
  key: 'replace_background',
  facts: 'replace_background',
  sample: {
    before: 'background-before.webp',
    after: 'replaced-after.webp',
    width: 512,
    height: 512,
    alt: 'sample.replace-background',
  },
  trial: 'astronaut.jpg',
}
