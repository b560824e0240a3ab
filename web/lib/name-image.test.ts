import { expect, it } from 'vitest'
import { nameImage, nameImages } from './name-image.ts'

const image = (job: string, index: number) => ({ job, index, alt: '', prompt: 'a red apple' })

it('each image of a job has a name of its own', () => {
  const names = [0, 1, 2, 3].map((index) => nameImage(image('a', index), 4))
  expect(names.map(({ alt }) => alt)).toContain('Image 2 of 4: a red apple')
  expect(new Set(names.map(({ alt }) => alt)).size).toBe(4)
  expect(new Set(names.map(({ label }) => label)).size).toBe(4)
})

it('the only image of a job is called by its text, or by what it is', () => {
  expect(nameImage(image('a', 0), 1)).toEqual({ alt: 'a red apple', label: 'image: a red apple' })
  expect(nameImage({ ...image('a', 0), prompt: null }, 1)).toEqual({ alt: '', label: 'image' })
  expect(nameImage({ ...image('a', 0), alt: 'Mine' }, 1).alt).toBe('Mine')
})

it('in a list the images of one job are counted together', () => {
  const list = [image('b', 0), image('a', 1), image('a', 0)]
  expect(list.map((one) => nameImages(list)(one).alt)).toEqual([
    'a red apple',
    'Image 2 of 2: a red apple',
    'Image 1 of 2: a red apple',
  ])
})
