import { expect, test } from 'vitest'
import type { ChosenModel } from '#server/domains/openai-images/index.ts'
import { ORDER_TOOLS, requestOf } from './tools.ts'

const IMAGE = '01a22ccf-92ba-70d0-8c56-fd51d7ad7065'
const chosen = (does: ChosenModel['does'], id: string) => ({ does, model: { id } }) as ChosenModel
const edited = (editor: ChosenModel | null) =>
  requestOf(ORDER_TOOLS['edit_image']!, { image: IMAGE, prompt: 'make it snow' }, editor)

test('an edit is one image of a model that follows instructions, or of one that draws from an image', () => {
  expect(edited(chosen('edit', 'kontext'))).toMatchObject({
    type: 'EDI',
    images: [IMAGE],
    model: 'kontext',
  })
  expect(edited(chosen('draw', 'atelier-v1'))).toMatchObject({
    type: 'ITI',
    image: IMAGE,
    model: 'atelier-v1',
    num_images: 1,
  })
})
