import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { photographFile, softPhotograph } from '#scripts/support/photographs.ts'
import { createToolNetworks } from '../networks.ts'
import { gainByPro, looksSameByPro } from './gain-by-pro.ts'

const networks = createToolNetworks(1)

it('tells a photograph full of detail from one out of focus', async () => {
  const detailed = await readFile(photographFile('temple'))
  const soft = await softPhotograph('portrait-smiling')
  expect(await looksSameByPro(networks, detailed, 4)).toBe(false)
  expect(await looksSameByPro(networks, detailed, 2)).toBe(false)
  expect(await looksSameByPro(networks, soft, 4)).toBe(true)
})

it('finds nothing to gain where nothing is to be seen', async () => {
  const grey = { create: { width: 90, height: 30, channels: 3, background: '#808080' } } as const
  const image = await sharp(grey).png().toBuffer()
  expect(await gainByPro(networks, image, 3)).toBeLessThan(0.2)
})

it('refuses what is no image', async () => {
  await expect(looksSameByPro(networks, Buffer.from('no image'), 2)).rejects.toMatchObject({
    code: 'unsupported',
  })
})
