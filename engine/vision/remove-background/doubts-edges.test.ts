import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, it, vi } from 'vitest'
import { type Photograph, photographFile } from '#scripts/support/photographs.ts'
import { createToolNetworks } from '../networks.ts'
import { doubtsEdges } from './doubts-edges.ts'

const networks = createToolNetworks(1)

const fileOf = (photograph: Photograph): Promise<Buffer> => readFile(photographFile(photograph))

/** Bars before a ground of nearly their own color. */
const bars = (): Promise<Buffer> => {
  const lines = Array.from(
    { length: 30 },
    (_, i) =>
      `<rect x="${14 * i}" y="${(i % 3) * 30}" width="5" height="${300 - 20 * (i % 4)}" fill="#6f8a70"/>`,
  )
  const svg = `<svg width="420" height="320"><rect width="100%" height="100%" fill="#8fa890"/>${lines.join('')}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

it.each<Photograph>(['portrait-smiling', 'dahlia', 'coffee'])(
  'trusts what it sees of %s',
  async (photograph) => {
    expect(await doubtsEdges(await networks.foreground(), await fileOf(photograph))).toBe(false)
  },
)

it('looks at the mirror image only where that can change the answer', async () => {
  const network = await networks.foreground()
  const run = vi.spyOn(network.session, 'run')
  const looksAt = async (file: Buffer) => {
    run.mockClear()
    await doubtsEdges(network, file)
    return run.mock.calls.length
  }
  // One is doubted at once, one is clear, and one has to be asked about.
  expect(await looksAt(await bars())).toBe(1)
  expect(await looksAt(await fileOf('coffee'))).toBe(1)
  expect(await looksAt(await fileOf('raccoon'))).toBe(2)
  run.mockRestore()
})

it('doubts fur among leaves, and bars', async () => {
  const network = await networks.foreground()
  expect(await doubtsEdges(network, await fileOf('raccoon'))).toBe(true)
  expect(await doubtsEdges(network, await bars())).toBe(true)
})

/** A sheet of paper that is hardly darker than what it lies on. */
const paperOnWhite = (): Promise<Buffer> => {
  const svg = `<svg width="420" height="320"><rect width="100%" height="100%" fill="#fdfdfd"/>
    <g fill="#f1f1f1" stroke="#e4e4e4"><rect x="90" y="60" width="150" height="190" transform="rotate(-8 160 150)"/>
    <rect x="190" y="80" width="150" height="190" transform="rotate(12 260 170)"/></g>
    <g fill="#c22"><circle cx="150" cy="130" r="14"/><circle cx="250" cy="170" r="14"/></g></svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

it('doubts white things on white', async () => {
  expect(await doubtsEdges(await networks.foreground(), await paperOnWhite())).toBe(true)
})

it('refuses what is no image', async () => {
  const file = Buffer.from('no image')
  await expect(doubtsEdges(await networks.foreground(), file)).rejects.toMatchObject({
    code: 'unsupported',
  })
})
