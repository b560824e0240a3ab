import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, it, vi } from 'vitest'
import { photographFile, softPhotograph } from '#scripts/support/photographs.ts'
import { createToolNetworks, type ToolNetworks } from '../networks.ts'
import { createProComparer } from './gain-by-pro.ts'

const networks = createToolNetworks(1)
const comparer = createProComparer(networks)

it('tells a photograph full of detail from one out of focus', async () => {
  const detailed = await readFile(photographFile('temple'))
  const soft = await softPhotograph('portrait-smiling')
  expect(await comparer.looksSame(detailed, 4)).toBe(false)
  expect(await comparer.looksSame(detailed, 2)).toBe(false)
  expect(await comparer.looksSame(soft, 4)).toBe(true)
})

it('finds nothing to gain where nothing is to be seen', async () => {
  const grey = { create: { width: 90, height: 30, channels: 3, background: '#808080' } } as const
  const image = await sharp(grey).png().toBuffer()
  expect(await comparer.gain(image, 3)).toBeLessThan(0.2)
})

it('looks for faces once in an image, whatever the scale', async () => {
  const faces = vi.fn<ToolNetworks['faces']>(() => networks.faces())
  const own = createProComparer({ ...networks, faces })
  const image = await softPhotograph('portrait-smiling')
  expect(await own.gain(image, 2)).not.toBe(await own.gain(image, 3))
  expect(await own.gain(Buffer.from(image), 2)).toBe(await comparer.gain(image, 2))
  expect(faces).toHaveBeenCalledTimes(1)
  await own.gain(await readFile(photographFile('coffee')), 2)
  expect(faces).toHaveBeenCalledTimes(2)
})

it('refuses what is no image', async () => {
  await expect(comparer.looksSame(Buffer.from('no image'), 2)).rejects.toMatchObject({
    code: 'unsupported',
  })
})
