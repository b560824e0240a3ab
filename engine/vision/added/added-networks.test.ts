import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeEach, expect, test } from 'vitest'
import {
  depthNetwork,
  foregroundNetwork,
  inpaintingNetwork,
  selectionNetworks,
  upscalingNetwork,
} from '#tests/support/random-model/tool-networks.ts'
import type { EngineImage, ToolRequest } from '#lib/engine-spec/index.ts'
import { createToolEngine } from '../tool-engine.ts'
import { listToolModels } from '../tool-models.ts'
import {
  activeNetwork,
  listAddedNetworks,
  makeRoomFor,
  NETWORK_FILE,
  type NetworkFiles,
  networksFolder,
  placeNetwork,
  readActive,
  removeNetwork,
  SECOND_FILE,
  switchNetwork,
} from './added-networks.ts'
import type { NetworkAdapter } from './adapter.ts'
import { readNetworkCatalogue } from './network-catalogue.ts'
import { createNetworkRunner } from './network-runner.ts'

const EDGE = 64
const GREY = 200
const ADAPTERS = {
  foreground: {
    slot: 'foreground',
    edge: EDGE,
    mean: [0.5, 0.5, 0.5],
    deviation: [0.5, 0.5, 0.5],
    output: 'logits',
  },
  inpainting: { slot: 'inpainting', edge: EDGE, image: 'image', mask: 'mask', white: 255 },
  upscaling: { slot: 'upscaling', factor: 4, multiple: 8, tile: 64, reach: 8 },
  depth: { slot: 'depth', edge: EDGE, mean: [0, 0, 0], deviation: [1, 1, 1] },
  selection: {
    slot: 'selection',
    edge: EDGE,
    mean: [0, 0, 0],
    deviation: [1, 1, 1],
    points: 'input_points',
    labels: 'input_labels',
    masks: 'pred_masks',
    scores: 'iou_scores',
  },
} as const satisfies Record<string, NetworkAdapter>
const FILES = {
  foreground: foregroundNetwork(EDGE),
  inpainting: inpaintingNetwork(EDGE, GREY),
  upscaling: upscalingNetwork(),
  depth: depthNetwork(EDGE),
  selection: selectionNetworks(EDGE).first,
}

const modelsDir = mkdtempSync(path.join(tmpdir(), 'atelier-networks-'))
/** One for all tests: its process takes longer to start than most of them. */
const tools = createToolEngine({
  name: 'tools',
  threads: 1,
  processes: 1,
  added: { modelsDir, isSold: () => false },
  log: undefined,
})
beforeEach(() => {
  for (const name of readdirSync(modelsDir)) rmSync(path.join(modelsDir, name), { recursive: true })
})
afterAll(async () => {
  await tools.dispose()
  rmSync(modelsDir, { recursive: true })
})

type Slot = keyof typeof ADAPTERS

async function place(slot: Slot, changes: { id?: string; commercial?: boolean } = {}) {
  const { id = slot, commercial = true } = changes
  const downloads = path.join(modelsDir, `coming-${id}`)
  mkdirSync(downloads)
  writeFileSync(path.join(downloads, NETWORK_FILE), FILES[slot])
  if (slot === 'selection')
    writeFileSync(path.join(downloads, SECOND_FILE), selectionNetworks(EDGE).second)
  const sha256 = Buffer.from(id).toString('hex').padEnd(64, '0')
  await placeNetwork(modelsDir, downloads, {
    id,
    name: `The ${id}`,
    licence: 'MIT',
    commercial,
    source: 'ann/net@0',
    sha256,
    runMs: 5,
    adapter: ADAPTERS[slot],
  })
}

async function run(request: ToolRequest): Promise<EngineImage> {
  const images: EngineImage[] = []
  const { outcome } = await tools.follow(await tools.start(request), {
    onProgress() {},
    async onOutput(image) {
      images.push(image)
    },
  })
  expect(outcome).toBe('succeeded')
  return images[0]!
}

function filesOf(id: string): NetworkFiles {
  const folder = path.join(networksFolder(modelsDir), id)
  return { file: path.join(folder, NETWORK_FILE), second: path.join(folder, SECOND_FILE) }
}

/** Red on the left and blue on the right. */
const halves = () =>
  sharp({ create: { width: 96, height: 64, channels: 3, background: '#0000ff' } })
    .composite([
      {
        input: { create: { width: 48, height: 64, channels: 3, background: '#ff0000' } },
        left: 0,
        top: 0,
      },
    ])
    .png()
    .toBuffer()

const rawOf = (image: EngineImage) => sharp(image.data).raw().toBuffer({ resolveWithObject: true })

test('a network that is switched on cuts out, and the own one does when it is off or gone', async () => {
  await place('foreground')
  const request: ToolRequest = { tool: 'remove_background', image: await halves() }
  const own = (await listToolModels()).find(({ tool }) => tool === 'remove_background')
  const listed = async () =>
    (await listToolModels({ modelsDir, isSold: false })).find(
      ({ tool }) => tool === 'remove_background',
    )
  expect(await listed()).toEqual(own)

  await switchNetwork(modelsDir, 'foreground', true)
  expect(await listed()).toMatchObject({ id: 'foreground', name: 'The foreground', licence: 'MIT' })
  expect((await listed())?.hash).not.toBe(own?.hash)
  const { data, info } = await rawOf(await run(request))
  const { madeBy } = await run(request)
  expect(madeBy).toEqual([{ name: 'The foreground', licence: 'MIT' }])
  const opacityAt = (x: number) => data[(32 * info.width + x) * info.channels + 3]
  expect(opacityAt(20)).toBe(255)
  expect(opacityAt(76)).toBe(0)

  // Its file goes while it is switched on: what waits is done by the own one.
  rmSync(path.join(networksFolder(modelsDir), 'foreground'), { recursive: true })
  expect(await listed()).toEqual(own)
  const { width, madeBy: byOwn } = await run(request)
  expect(width).toBe(96)
  expect(byOwn).toEqual([{ name: own?.name, licence: own?.licence }])
})

test('edges that the own network is unsure of are not doubted with one that was added', async () => {
  await place('foreground')
  const image = await sharp({
    create: { width: 256, height: 256, channels: 3, background: '#808080' },
  })
    .png()
    .toBuffer()
  // There is nothing in it.
  expect(await tools.doubtsEdges(image)).toBe(true)
  await switchNetwork(modelsDir, 'foreground', true)
  // Nothing is known before, so nothing is said.
  expect(await tools.doubtsEdges(image)).toBeNull()
})

test('what is removed is painted by a network, and nothing else changes', async () => {
  await place('inpainting')
  await switchNetwork(modelsDir, 'inpainting', true)
  const image = await halves()
  const hole = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="64"><rect width="96" height="64" fill="#000"/><rect x="40" y="24" width="16" height="16" fill="#fff"/></svg>',
  )
  const mask = await sharp(hole).png().toBuffer()
  const { data, info } = await rawOf(await run({ tool: 'remove_object', image, mask }))
  const at = (x: number, y: number) => {
    const from = (y * info.width + x) * info.channels
    return [...data.subarray(from, from + 3)]
  }
  for (const value of at(48, 32)) expect(Math.abs(value - GREY)).toBeLessThan(3)
  expect(at(10, 32)).toEqual([255, 0, 0])
  expect(at(90, 32)).toEqual([0, 0, 255])
})

test('Pro enlarges by a network, in tiles of its multiple', async () => {
  await place('upscaling')
  await switchNetwork(modelsDir, 'upscaling', true)
  const image = await sharp(await halves())
    .resize(101, 75)
    .png()
    .toBuffer()
  const enlarged = await run({ tool: 'upscale', image, scale: 4, pro: true })
  expect([enlarged.width, enlarged.height]).toEqual([404, 300])
  const { data } = await rawOf(enlarged)
  expect([...data.subarray(0, 3)]).toEqual([255, 0, 0])
})

test('one whose licence forbids commercial use rests where people pay', async () => {
  await place('foreground', { commercial: false })
  await switchNetwork(modelsDir, 'foreground', true)
  expect(await activeNetwork({ modelsDir, isSold: true }, 'foreground')).toBeNull()
  expect(await activeNetwork({ modelsDir, isSold: false }, 'foreground')).not.toBeNull()
  const [first] = await listToolModels({ modelsDir, isSold: true })
  expect(first?.id).not.toBe('foreground')
})

test('one network a slot is on; a removed one, and one that cannot be read, do no work', async () => {
  await place('foreground', { id: 'one' })
  await place('foreground', { id: 'two' })
  await switchNetwork(modelsDir, 'one', true)
  await switchNetwork(modelsDir, 'two', true)
  expect(await readActive(modelsDir)).toEqual({ foreground: 'two' })
  await switchNetwork(modelsDir, 'one', false)
  expect(await readActive(modelsDir)).toEqual({ foreground: 'two' })
  await removeNetwork(modelsDir, 'two')
  expect(await readActive(modelsDir)).toEqual({})
  expect((await listAddedNetworks(modelsDir)).map(({ id }) => id)).toEqual(['one'])
  await Promise.all([
    switchNetwork(modelsDir, 'one', true),
    place('inpainting').then(() => switchNetwork(modelsDir, 'inpainting', true)),
  ])
  expect(await readActive(modelsDir)).toEqual({ foreground: 'one', inpainting: 'inpainting' })
  writeFileSync(path.join(networksFolder(modelsDir), 'active-foreground'), 'no such network')
  expect(await activeNetwork({ modelsDir, isSold: false }, 'foreground')).toBeNull()
  // A card that cannot be read makes room for another installation.
  writeFileSync(path.join(networksFolder(modelsDir), 'one', 'network.json'), '{"id')
  expect((await listAddedNetworks(modelsDir)).map(({ id }) => id)).toEqual(['inpainting'])
  await makeRoomFor(modelsDir, 'one')
  await place('foreground', { id: 'one' })
  await expect(makeRoomFor(modelsDir, 'one')).rejects.toThrow('is here already')
  await expect(switchNetwork(modelsDir, 'nowhere', true)).rejects.toThrow('no network nowhere')
})

test('a network is measured, and compared whatever is switched on; one of another shape is refused', async () => {
  await place('foreground')
  const runner = createNetworkRunner(1, modelsDir)
  const file = filesOf('foreground')
  const { signal } = new AbortController()
  expect(await runner.measure(file, ADAPTERS.foreground, signal)).toBeGreaterThan(0)
  await expect(runner.measure(file, ADAPTERS.inpainting, signal)).rejects.toThrow('input_image')
  const wrong = { ...ADAPTERS.foreground, edge: 128 }
  await expect(runner.measure(file, wrong, signal)).rejects.toThrow(/dimension/i)
  const request: ToolRequest = { tool: 'remove_background', image: await halves() }
  const { image, ms } = await runner.run({ foreground: 'foreground' }, request)
  expect(image.width).toBe(96)
  expect(ms).toBeGreaterThan(0)
})

test('how near everything is taken for is shown by a network, and by the height without one', async () => {
  await place('depth')
  const runner = createNetworkRunner(1, modelsDir)
  const file = filesOf('depth')
  expect(await runner.measure(file, ADAPTERS.depth, new AbortController().signal)).toBeGreaterThan(
    0,
  )
  // Near above and far below, the other way round than pictures usually are.
  const image = await sharp({
    create: { width: 96, height: 96, channels: 3, background: '#0000ff' },
  })
    .composite([
      {
        input: { create: { width: 96, height: 48, channels: 3, background: '#00ff00' } },
        left: 0,
        top: 0,
      },
    ])
    .png()
    .toBuffer()
  const shown = async (only: object) => {
    const { image: made } = await runner.run(only, { tool: 'show_depth', image })
    expect(made).toMatchObject({ width: 96, height: 96 })
    const { data, info } = await rawOf(made)
    const at = (y: number) => data[(y * info.width + 2) * info.channels]!
    return { above: at(4), below: at(91) }
  }
  const own = await shown({})
  expect(own.above).toBeLessThan(own.below)
  const found = await shown({ depth: 'depth' })
  expect(found.above).toBeGreaterThan(found.below + 50)
})

test('depth of an image that leads a drawing is found by a network, in the shape of the image', async () => {
  await place('depth')
  // Green, which is near, above half of it; nothing, which is seen as white, below.
  const image = await sharp({
    create: { width: 96, height: 48, channels: 4, background: '#00000000' },
  })
    .composite([
      {
        input: { create: { width: 96, height: 24, channels: 3, background: '#00ff00' } },
        left: 0,
        top: 0,
      },
    ])
    .png()
    .toBuffer()
  expect(await tools.findsDepth()).toBe(false)
  expect(await tools.findDepth(image)).toBeNull()
  await switchNetwork(modelsDir, 'depth', true)
  expect(await tools.findsDepth()).toBe(true)
  const { map, by } = (await tools.findDepth(image))!
  expect(by).toEqual({ name: 'The depth', licence: 'MIT' })
  const { data, info } = await sharp(map).raw().toBuffer({ resolveWithObject: true })
  expect(info).toMatchObject({ width: 96, height: 48 })
  const at = (y: number) => data[(y * info.width + 8) * info.channels]
  expect([at(4), at(44)]).toEqual([255, 0])
  await expect(tools.findDepth(Buffer.from('no image'))).rejects.toMatchObject({
    code: 'unsupported',
  })
  rmSync(filesOf('depth').file)
  expect(await tools.findsDepth()).toBe(false)
  expect(await tools.findDepth(image)).toBeNull()
})

test('what somebody points at is selected by two networks, the photo being looked at once', async () => {
  await place('selection')
  const image = await halves()
  let reads = 0
  const picture = {
    key: 'halves',
    async read() {
      reads += 1
      return image
    },
  }
  const left = { x: 0.2, y: 0.5, isPart: true }
  const right = { x: 0.8, y: 0.5, isPart: true }
  const selected = async (...points: (typeof left)[]) => {
    const { mask } = (await tools.select(picture, points))!
    const { data, info } = await sharp(mask).raw().toBuffer({ resolveWithObject: true })
    expect([info.width, info.height]).toEqual([EDGE, Math.round((EDGE * 64) / 96)])
    const at = (x: number) => data[(20 * info.width + Math.round(x * info.width)) * info.channels]
    return [at(0.2), at(0.8)]
  }
  expect(await tools.selects()).toBe(false)
  expect(await tools.select(picture, [left])).toBeNull()
  await switchNetwork(modelsDir, 'selection', true)
  expect(await tools.selects()).toBe(true)
  expect(await selected(left)).toEqual([255, 0])
  expect(await selected(right)).toEqual([0, 255])
  expect(await selected(left, right)).toEqual([255, 255])
  expect(await selected(left, { ...right, isPart: false })).toEqual([255, 0])
  expect(reads).toBe(1)
  // Half of it is gone: it is no network any more.
  rmSync(filesOf('selection').second)
  expect(await tools.selects()).toBe(false)
})

test('networks that select are measured and shown, and refused where they do not fit', async () => {
  await place('selection')
  const runner = createNetworkRunner(1, modelsDir)
  const { signal } = new AbortController()
  const { file, second } = filesOf('selection')
  expect(await runner.measure({ file, second }, ADAPTERS.selection, signal)).toBeGreaterThan(0)
  const twice = { file, second: file }
  await expect(runner.measure(twice, ADAPTERS.selection, signal)).rejects.toThrow('do not fit')
  const work = { tool: 'show_selection', image: await halves() } as const
  const shown = async (only: object) => {
    const { data, info } = await rawOf((await runner.run(only, work)).image)
    const from = (32 * info.width + 70) * info.channels
    return [...data.subarray(from, from + 3)]
  }
  expect(await shown({})).toEqual([0, 0, 255])
  expect(await shown({ selection: 'selection' })).toEqual([120, 51, 202])
})

test('the catalogue has one name for each network, and says which may be used for business', () => {
  const catalogue = readNetworkCatalogue()
  expect(new Set(catalogue.map(({ id }) => id)).size).toBe(catalogue.length)
  for (const { commercial, licences } of catalogue)
    expect(commercial).toBe(!/NC|non-?commercial/i.test(licences.weights))
})
