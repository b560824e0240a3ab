import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { photographFile } from '#scripts/support/photographs.ts'
import type { EngineImage, OperationProgress, ToolRequest } from '#lib/engine-spec/index.ts'
import { createToolEngine } from './tool-engine.ts'

const engine = createToolEngine({ name: 'builtin', threads: 1, processes: 1, log: undefined })

afterAll(() => engine.dispose())

/** Does some work to its end. */
async function run(
  request: ToolRequest,
): Promise<{ images: EngineImage[]; progress: OperationProgress[] }> {
  const images: EngineImage[] = []
  const progress: OperationProgress[] = []
  const operation = await engine.start(request)
  const { outcome } = await engine.follow(operation, {
    onProgress: (told) => progress.push(told),
    async onOutput(image) {
      images.push(image)
    },
  })
  expect(outcome).toBe('succeeded')
  return { images, progress }
}

describe('built-in tools', () => {
  it('cut out what is in the foreground, upright and in full size', async () => {
    const upright = await readFile(photographFile('astronaut'))
    const turned = await sharp(upright)
      .rotate(90)
      .withMetadata({ orientation: 8 })
      .jpeg()
      .toBuffer()
    const { images, progress } = await run({ tool: 'remove_background', image: turned })
    expect(images).toHaveLength(1)
    expect(progress.at(-1)!.step).toBe(progress.at(-1)!.steps)
    const { data, info } = await sharp(images[0]!.data).raw().toBuffer({ resolveWithObject: true })
    expect([info.width, info.height, info.channels]).toEqual([512, 512, 4])
    const opacityAt = (x: number, y: number): number => data[4 * (y * 512 + x) + 3]!
    // Face, suit and visor; the wall to both sides of the head.
    for (const [x, y] of [
      [225, 130],
      [160, 350],
      [400, 450],
    ] as const)
      expect(opacityAt(x, y)).toBeGreaterThan(245)
    for (const [x, y] of [
      [40, 40],
      [400, 60],
      [120, 120],
    ] as const)
      expect(opacityAt(x, y)).toBeLessThan(10)
  })

  it('try a swap before it is ordered, and say what would be wrong with it', async () => {
    const [smiling, stern] = [
      await readFile(photographFile('portrait-smiling')),
      await readFile(photographFile('portrait-stern')),
    ]
    const swap = { tool: 'swap_faces', pairs: [{ source: 0, target: 0 }] } as const
    const tries = (source: Uint8Array, target: Uint8Array) =>
      engine.triesSwap({ ...swap, pairs: [...swap.pairs], source, target })
    expect(await tries(smiling, stern)).toBeNull()
    expect(await tries(stern, smiling)).toBe('light')
  }, 60_000)

  it('put it on another background', async () => {
    const image = await readFile(photographFile('astronaut'))
    const { images } = await run({
      tool: 'replace_background',
      image,
      background: { red: 0, green: 200, blue: 80 },
    })
    const { data } = await sharp(images[0]!.data).raw().toBuffer({ resolveWithObject: true })
    expect([...data.subarray(3 * (40 * 512 + 40), 3 * (40 * 512 + 40) + 3)]).toEqual([0, 200, 80])
  })

  it('correct by hand what was found, crop to it, and put a shadow and a gradient behind', async () => {
    const image = await readFile(photographFile('astronaut'))
    // Erased but for a square on the wall, which was background, and the face, which stays as it was found.
    const svg = `<svg width="512" height="512"><rect width="512" height="512" fill="black"/>
      <rect x="20" y="20" width="100" height="100" fill="white"/>
      <rect x="190" y="90" width="70" height="70" fill="#808080"/></svg>`
    const correction = await sharp(Buffer.from(svg)).png().toBuffer()
    const { images } = await run({ tool: 'remove_background', image, correction, crop: true })
    expect(images[0]).toMatchObject({ width: 250, height: 150 })
    const cropped = await sharp(images[0]!.data).raw().toBuffer()
    const opacityAt = (x: number, y: number): number => cropped[4 * (y * 250 + x) + 3]!
    expect([opacityAt(60, 60), opacityAt(210, 110), opacityAt(140, 30)]).toEqual([255, 255, 0])

    const black = { red: 0, green: 0, blue: 0 }
    const white = { red: 255, green: 255, blue: 255 }
    const laid = await run({
      tool: 'remove_background',
      image,
      correction,
      shadow: true,
      background: { from: black, to: white, angle: 90 },
    })
    const { data, info } = await sharp(laid.images[0]!.data)
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect([info.width, info.height, info.channels]).toEqual([512, 512, 3])
    const greyAt = (x: number, y: number): number => data[3 * (y * 512 + x)]!
    expect([greyAt(1, 400), greyAt(256, 400), greyAt(510, 400)]).toEqual([1, 128, 254])
    // Just below the face, where the background would be at 44 % grey.
    expect(greyAt(225, 163)).toBeLessThan(100)
  })

  it('put a cut-out into a frame, standing on its lower side where the photo cuts it off', async () => {
    const image = await readFile(photographFile('astronaut'))
    const frame = { width: 400, height: 600, margin: 0.1 }
    const { images } = await run({ tool: 'remove_background', image, frame })
    expect(images[0]).toMatchObject({ width: 400, height: 600 })
    const { data } = await sharp(images[0]!.data).raw().toBuffer({ resolveWithObject: true })
    const columnsIn = (y: number) =>
      Array.from({ length: 400 }, (_, x) => x).filter((x) => data[4 * (y * 400 + x) + 3]! > 128)
    expect(columnsIn(599).length).toBeGreaterThan(200)
    const seen = Array.from({ length: 600 }, (_, y) => columnsIn(y)).flat()
    expect([Math.min(...seen), Math.max(...seen)]).toEqual([
      expect.toSatisfy((left: number) => Math.abs(left - 40) < 3),
      expect.toSatisfy((right: number) => Math.abs(right - 359) < 3),
    ])

    const erased = `<svg width="512" height="512"><rect width="512" height="512" fill="black"/><rect x="100" y="60" width="50" height="50" fill="white"/></svg>`
    const correction = await sharp(Buffer.from(erased)).png().toBuffer()
    const alone = await run({ tool: 'remove_background', image, correction, frame })
    const { data: square } = await sharp(alone.images[0]!.data)
      .raw()
      .toBuffer({ resolveWithObject: true })
    const opacityAt = (x: number, y: number) => square[4 * (y * 400 + x) + 3]
    expect([opacityAt(200, 300), opacityAt(200, 130), opacityAt(200, 470)]).toEqual([255, 0, 0])
    expect([opacityAt(200, 150), opacityAt(200, 450)]).toEqual([255, 255])
  })

  it('remove a thing and keep what is transparent and all beyond the mask', async () => {
    const image = await sharp(photographFile('coffee'))
      .resize(200, 133)
      .ensureAlpha(0.5)
      .png()
      .toBuffer()
    const masked = (inner: string) =>
      sharp(Buffer.from(`<svg width="200" height="133">${inner}</svg>`))
        .png()
        .toBuffer()
    const mask = await masked('<circle cx="170" cy="100" r="9" fill="white"/>')
    const { images } = await run({ tool: 'remove_object', image, mask })
    const [before, after] = await Promise.all(
      [image, images[0]!.data].map((file) => sharp(file).raw().toBuffer()),
    )
    const changed = new Set<boolean>()
    for (let pixel = 0; pixel < 200 * 133; pixel++) {
      const isInside = Math.hypot((pixel % 200) - 170, Math.floor(pixel / 200) - 100) < 10.5
      const [was, is] = [before!, after!].map((all) => all.subarray(4 * pixel, 4 * pixel + 4))
      if (!was!.equals(is!)) changed.add(isInside)
    }
    expect([...changed]).toEqual([true])

    const nothing = run({ tool: 'remove_object', image, mask: await masked('') })
    await expect(nothing).rejects.toMatchObject({ code: 'unsupported', retryable: false })
  })

  it('say when there is nothing to crop to', async () => {
    const image = await sharp({
      create: { width: 64, height: 64, channels: 3, background: '#888' },
    })
      .png()
      .toBuffer()
    const correction = await sharp({
      create: { width: 64, height: 64, channels: 3, background: '#000' },
    })
      .png()
      .toBuffer()
    await expect(
      run({ tool: 'remove_background', image, correction, crop: true }),
    ).rejects.toMatchObject({ code: 'unsupported', retryable: false })
  })

  it('enlarge with transparency', async () => {
    const small = await sharp(photographFile('coffee'))
      .resize(60, 40)
      .ensureAlpha(0.5)
      .png()
      .toBuffer()
    for (const [scale, pro] of [
      [3, false],
      [8, true],
    ] as const) {
      const { images } = await run({ tool: 'upscale', image: small, scale, pro })
      const { info, data } = await sharp(images[0]!.data)
        .raw()
        .toBuffer({ resolveWithObject: true })
      expect([info.width, info.height, info.channels]).toEqual([60 * scale, 40 * scale, 4])
      expect(data[3]).toBe(127)
    }
  })

  it('draw a soft face again, and leave a sharp one as it is', async () => {
    const pixelsOf = (file: Uint8Array) => sharp(file).removeAlpha().raw().toBuffer()
    const fix = async (image: Buffer) => {
      const { images } = await run({ tool: 'fix_faces', image })
      return (await pixelsOf(images[0]!.data)).equals(await pixelsOf(image))
    }
    const clear = await sharp(photographFile('astronaut')).png().toBuffer()
    expect(await fix(clear)).toBe(true)
    expect(await fix(await sharp(clear).blur(2).png().toBuffer())).toBe(false)
    const [face] = await engine.findFaces(clear)
    expect(face).toMatchObject({ index: 0, sharp: true })
  })

  it('find faces and refuse pictures without one in words for the person', async () => {
    const faces = await engine.findFaces(await readFile(photographFile('astronaut')))
    expect(faces.map(({ index }) => index)).toEqual([0])
    const image = await readFile(photographFile('coffee'))
    await expect(run({ tool: 'fix_faces', image })).rejects.toMatchObject({
      code: 'unsupported',
      retryable: false,
      userMessage: { key: 'common.noFaceFound' },
    })
    await expect(engine.findFaces(Buffer.from('no picture'))).rejects.toMatchObject({
      code: 'unsupported',
    })
  })

  // It says nothing of time: three tiles and a removal take a minute where much else runs.
  it('stop at once when cancelled, and go on with what waits', { timeout: 180_000 }, async () => {
    // Three small tiles: it is told of the first, and none of the others is done.
    const image = await sharp(photographFile('coffee')).resize(400, 100).png().toBuffer()
    const operation = await engine.start({ tool: 'upscale', image, scale: 4, pro: true })
    const next = await engine.start({ tool: 'remove_background', image })
    const images: EngineImage[] = []
    const handlers = {
      onProgress: () => void engine.cancel(operation),
      async onOutput(picture: EngineImage) {
        images.push(picture)
      },
    }
    expect((await engine.follow(operation, handlers)).outcome).toBe('cancelled')
    expect(images).toEqual([])
    expect((await engine.follow(next, { ...handlers, onProgress() {} })).outcome).toBe('succeeded')
    expect(images).toHaveLength(1)
    expect(engine.load()).toBe(0)
  })

  it('find faces while other work goes on', async () => {
    const image = await sharp(photographFile('coffee')).resize(800, 600).png().toBuffer()
    const operation = await engine.start({ tool: 'upscale', image, scale: 4, pro: true })
    const handlers = { onProgress() {}, onOutput: async () => {} }
    const work = engine.follow(operation, handlers)
    expect(await engine.findFaces(await readFile(photographFile('astronaut')))).toHaveLength(1)
    await engine.cancel(operation)
    // It was far from done when the faces had been found.
    expect((await work).outcome).toBe('cancelled')
  })

  it('say that work is lost that they do not know', async () => {
    const handlers = { onProgress() {}, onOutput: async () => {} }
    await expect(engine.follow({ engine: 'builtin', id: 'gone' }, handlers)).rejects.toMatchObject({
      code: 'operation_lost',
      retryable: true,
    })
  })
})
