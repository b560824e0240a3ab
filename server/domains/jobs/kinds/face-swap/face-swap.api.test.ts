import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { FACE_STATEMENT } from '#contract/jobs/face-swap.ts'
import type { FoundFace, SwapFacesRequest, SwapProblem } from '#server/engines/spec/index.ts'
import { scriptedFace, type ScriptedEngine } from '#tests/support/doubles/scripted-engine.ts'
import { scriptedView } from '#tests/support/doubles/scripted-view.ts'
import { balanceOf, startGenerationApp, submit, waitForEnd } from '#tests/support/generation.ts'
import { EngineError } from '#server/engines/spec/index.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import { makePng } from '#tests/support/pictures.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { upload } from '#tests/support/uploads.ts'

let app: TestApp
let engine: ScriptedEngine
let ada: TestPerson
let source: string
let target: string
beforeAll(async () => {
  ;({ app, engine } = await startGenerationApp())
})
afterAll(() => app.dispose())
beforeEach(async () => {
  engine.faces = [scriptedFace()]
  engine.searches.length = 0
  ada = await newPerson(app)
  source = (await upload(ada, await makePng(80, 64))).id
  target = (await upload(ada, await makePng(96, 64))).id
})

const swap = (more: object = {}) =>
  ada.call(api.inferenceJobs.faceSwap, {
    body: { source_image: source, target_image: target, consent: true as const, ...more },
  })

const UNTOUCHED = { credits: 100, credits_held: 0 }

/** Runs an order that must be refused, and says which fields it was refused for. */
async function refusedFor(call: Promise<unknown>): Promise<Record<string, string[]>> {
  const error = await call.then(
    () => null,
    (thrown: { status: number; body: Record<string, string[]> }) => thrown,
  )
  expect(error).toMatchObject({ status: 400 })
  expect(await balanceOf(ada)).toEqual(UNTOUCHED)
  return error!.body
}

describe('faces', () => {
  test('are numbered, with what is wrong with them, and are looked for once an image', async () => {
    engine.faces = [
      scriptedFace({ size: 120, yaw: -41 }),
      scriptedFace({ index: 1, size: 60 }),
      scriptedFace({ index: 2, size: 39 }),
    ]
    const { results } = await ada.call(api.uploadedImages.faces, { params: { id: source } })
    expect(results).toMatchObject([
      { index: 0, box: [10, 5, 120, 125], size: 120, yaw: -41, problem: null },
      {
        index: 1,
        size: 60,
        problem: null,
        source_problem: expect.stringContaining('at least 120'),
        target_problem: null,
        warnings: [expect.stringContaining('60 pixels')],
      },
      { index: 2, size: 39, problem: expect.stringContaining('at least 40') },
    ])
    expect(results[0]!.warnings).toEqual([expect.stringContaining('turned far to the side')])
    await ada.call(api.uploadedImages.faces, { params: { id: source } })
    await refusedFor(swap({ target_image: source, target_face: 2 }))
    expect(engine.searches).toHaveLength(1)
  })

  test('of a result are found too, and not by others, public or not', async () => {
    const made = await waitForEnd(ada, await submit(ada))
    const params = { id: made.images[0]!.id }
    const { results } = await ada.call(api.predictionImages.faces, { params })
    expect(results).toHaveLength(1)
    const eve = await newPerson(app)
    const missing = { status: 404 }
    await expect(eve.call(api.predictionImages.faces, { params })).rejects.toMatchObject(missing)
    const theirs = { params: { id: source } }
    await expect(eve.call(api.uploadedImages.faces, theirs)).rejects.toMatchObject(missing)
    await ada.call(api.predictionImages.update, { params, body: { is_public: true } })
    await expect(eve.call(api.predictionImages.faces, { params })).rejects.toMatchObject(missing)
  })
})

describe('a swap', () => {
  test('takes one pair, or several, and tells the engine which', async () => {
    const one = await waitForEnd(ada, await swap())
    expect(one).toMatchObject({ status: 'S', images: [{ width: 96, height: 64 }] })
    expect(engine.toolStarts.at(-1)).toMatchObject({ pairs: [{ source: 0, target: 0 }] })
    engine.faces = [scriptedFace(), scriptedFace({ index: 1 })]
    ada = await newPerson(app)
    source = (await upload(ada, await makePng(80, 64))).id
    const pairs = [
      { source: 0, target: 1 },
      { source: 0, target: 0 },
    ]
    const several = await swap({ target_image: source, pairs })
    expect(several.cost.quoted).toBe(2)
    await waitForEnd(ada, several)
    expect(engine.toolStarts.at(-1)).toMatchObject({ pairs })
  })

  test('of a face whose eyes are covered is refused unpaid, on either side', async () => {
    engine.faces = [scriptedFace({ eyesCovered: true })]
    const covered = expect.stringContaining('eyes of this face are covered')
    expect(await refusedFor(swap())).toEqual({ source_face: [covered], target_face: [covered] })
    const clear = (await upload(ada, await makePng(88, 64))).id
    engine.faces = [scriptedFace()]
    expect(await refusedFor(swap({ source_image: clear }))).toEqual({ target_face: [covered] })
    expect(await refusedFor(swap({ target_image: clear }))).toEqual({ source_face: [covered] })
    await waitForEnd(ada, await swap({ source_image: clear, target_image: clear }))
    expect(engine.toolStarts.at(-1)).toMatchObject({ tool: 'swap_faces' })
  })

  test('keeps who agreed to which statement, and is nothing without it', async () => {
    const job = await swap()
    expect(job.parameters).toMatchObject({
      consent: true,
      consent_version: FACE_STATEMENT.version,
    })
    for (const consent of [false, undefined, 'true']) {
      const answer = swap({ consent })
      await expect(answer).rejects.toMatchObject({
        status: 400,
        body: { consent: expect.any(Array) },
      })
    }
  })

  test('of faces that are too small, turned apart or not there is refused by name', async () => {
    engine.faces = [scriptedFace({ size: 39 })]
    expect(await refusedFor(swap())).toMatchObject({
      source_face: [expect.stringContaining('39 pixels')],
      target_face: [expect.stringContaining('39 pixels')],
    })
    ada = await newPerson(app)
    source = (await upload(ada, await makePng(80, 64))).id
    engine.faces = [scriptedFace({ yaw: -7 }), scriptedFace({ index: 1, yaw: 7 })]
    const onItself = { target_image: source }
    expect(await refusedFor(swap({ ...onItself, target_face: 1 }))).toMatchObject({
      source_face: [expect.stringContaining('14 degrees')],
    })
    expect(await refusedFor(swap({ ...onItself, source_face: 2 }))).toHaveProperty('source_face')
    const twice = [
      { source: 0, target: 0 },
      { source: 1, target: 0 },
    ]
    expect(await refusedFor(swap({ ...onItself, pairs: twice }))).toHaveProperty('pairs')
    expect(
      await refusedFor(swap({ ...onItself, source_face: 0, pairs: [{ source: 0, target: 0 }] })),
    ).toHaveProperty('pairs')
    engine.faces = []
    const empty = (await upload(ada, await makePng(72, 64))).id
    expect(await refusedFor(swap({ ...onItself, source_image: empty }))).toHaveProperty(
      'source_image',
    )
  })

  test.each([
    ['blurred', { blur: 2 }, 'blurred'],
    ['with glasses', { glasses: true }, 'glasses'],
    ['in the dark', { light: 20 }, 'too dark'],
    ['behind a hand', { uneven: 1 }, 'a hand'],
    ['under colored lamps', { hues: 30 }, 'several colors'],
    ['with a beard, on one without', { beard: true }, 'beard'],
    ['with an open mouth, on a closed one', { mouth: 0.4 }, 'mouth'],
    ['with closed eyes, on open ones', { eyes: 0.1 }, 'nearly closed'],
    ['in black and white, on one in color', { blue: 0, red: 1 }, 'black and white'],
    ['looking down, on one that does not', { pitch: 30 }, 'tilted'],
    ['in a darker light', { light: 60 }, 'light'],
    ['in another tint', { blue: 20 }, 'light'],
    ['lit from the other side', { side: 1.8 }, 'light'],
  ])('of a face %s is refused with its reason before it is paid', async (_what, view, reason) => {
    const clear = (await upload(ada, await makePng(88, 64))).id
    engine.faces = [scriptedFace({ view: scriptedView() })]
    const quoted = await ada.call(api.quotes.create, {
      body: { type: 'FS', source_image: clear, target_image: clear, consent: true },
    })
    expect(quoted.warnings).toEqual([])
    engine.faces = [scriptedFace({ view: scriptedView(view) })]
    const body = {
      type: 'FS' as const,
      source_image: source,
      target_image: clear,
      consent: true as const,
    }
    await expect(ada.call(api.quotes.create, { body })).rejects.toMatchObject({
      status: 400,
      body: { source_face: [expect.stringContaining(reason)] },
    })
    expect(await refusedFor(swap({ target_image: clear }))).toEqual({
      source_face: [expect.stringContaining(reason)],
    })
  })

  test.each([
    ['narrow eyes, on wide ones', { eyes: 0.22 }, { eyes: 0.36 }],
    ['wide eyes, on narrow ones', { eyes: 0.36 }, { eyes: 0.22 }],
    ['closed eyes, on eyes as narrow', { eyes: 0.1 }, { eyes: 0.16 }],
  ])('of a face with %s is taken', async (_what, one, other) => {
    const clear = (await upload(ada, await makePng(88, 64))).id
    engine.faces = [scriptedFace({ view: scriptedView(other) })]
    await ada.call(api.uploadedImages.faces, { params: { id: clear } })
    engine.faces = [scriptedFace({ view: scriptedView(one) })]
    expect(await waitForEnd(ada, await swap({ target_image: clear }))).toMatchObject({
      status: 'S',
    })
  })

  test('by a service may be of faces that our own engine refuses', async () => {
    const pose = { yaw: 20, size: 300 }
    const light = { light: 100, eyes: 0.1, pitch: 18 }
    const clear = (await upload(ada, await makePng(88, 64))).id
    engine.faces = [scriptedFace({ ...pose, view: scriptedView() })]
    await ada.call(api.uploadedImages.faces, { params: { id: clear } })
    engine.faces = [scriptedFace({ view: scriptedView(light) })]
    await refusedFor(swap({ target_image: clear }))
    const { tool } = engine
    Object.assign(tool, { imagesGoTo: 'A service' })
    try {
      expect(await waitForEnd(ada, await swap({ target_image: clear }))).toMatchObject({
        status: 'S',
      })
    } finally {
      Object.assign(tool, { imagesGoTo: undefined })
    }
  })

  test('that would not be delivered is refused with its reason before the price, and tried once', async () => {
    const { tool } = engine
    const tried: SwapFacesRequest[] = []
    let problem: SwapProblem | null = 'border'
    const triesSwap = async (request: SwapFacesRequest): Promise<SwapProblem | null> => {
      tried.push(request)
      return problem
    }
    const common = { type: 'FS' as const, target_image: target, consent: true as const }
    const quote = (from: string, more: object = {}) =>
      ada.call(api.quotes.create, { body: { ...common, source_image: from, ...more } })
    Object.assign(tool, { triesSwap })
    try {
      const seen = { status: 400, body: { source_face: [expect.stringContaining('edge')] } }
      await expect(quote(source)).rejects.toMatchObject(seen)
      problem = null
      await expect(quote(source)).rejects.toMatchObject(seen)
      expect(tried).toMatchObject([{ tool: 'swap_faces', pairs: [{ source: 0, target: 0 }] }])
      expect(await balanceOf(ada)).toEqual(UNTOUCHED)
      // Other faces of the same photos are another swap.
      const pairs = [{ source: 0, target: 0 }]
      const other = (await upload(ada, await makePng(88, 64))).id
      expect(await quote(other, { pairs })).toMatchObject({ cost: 2, warnings: [] })
      expect(tried).toHaveLength(2)
      // A swap that could not be tried is not refused, and is tried again.
      const third = (await upload(ada, await makePng(72, 64))).id
      Object.assign(tool, { triesSwap: () => Promise.reject(new Error('Out of memory')) })
      expect(await quote(third)).toMatchObject({ cost: 2 })
      problem = 'light'
      Object.assign(tool, { triesSwap })
      await expect(quote(third, { pairs })).rejects.toMatchObject({
        status: 400,
        body: { pairs: [expect.stringContaining('light')] },
      })
      // Of several, the place of each that would not be delivered is named.
      const jobs = [other, third].map((from) => ({ ...common, source_image: from, pairs }))
      await expect(ada.call(api.quotes.create, { body: { jobs } })).rejects.toMatchObject({
        status: 400,
        body: { jobs: [expect.stringMatching(/^1\.pairs: .*light/)] },
      })
    } finally {
      Object.assign(tool, { triesSwap: undefined })
    }
  })

  test('of a small face that has pixels enough is taken', async () => {
    const large = (await upload(ada, await makePng(88, 64))).id
    engine.faces = [scriptedFace({ size: 900 })]
    await ada.call(api.uploadedImages.faces, { params: { id: large } })
    engine.faces = [scriptedFace({ size: 420 })]
    expect(await waitForEnd(ada, await swap({ target_image: large }))).toMatchObject({
      status: 'S',
    })
  })

  test('of a face much smaller than the one it would replace is refused', async () => {
    const large = (await upload(ada, await makePng(88, 64))).id
    engine.faces = [scriptedFace({ size: 300 })]
    await ada.call(api.uploadedImages.faces, { params: { id: large } })
    engine.faces = [scriptedFace({ size: 130 })]
    expect(await refusedFor(swap({ target_image: large }))).toEqual({
      source_face: [expect.stringContaining('much smaller')],
    })
  })

  test('that would break what the other face wears is refused as well', async () => {
    const glasses = (await upload(ada, await makePng(88, 64))).id
    engine.faces = [scriptedFace({ view: scriptedView({ glasses: true }) })]
    await ada.call(api.uploadedImages.faces, { params: { id: glasses } })
    engine.faces = [scriptedFace({ view: scriptedView() })]
    expect(await refusedFor(swap({ target_image: glasses }))).toEqual({
      target_face: [expect.stringContaining('glasses')],
    })
  })

  test('that could be better is said so in the quote, before it is paid', async () => {
    engine.faces = [scriptedFace({ yaw: -5 }), scriptedFace({ index: 1, yaw: 5, size: 50 })]
    const body = {
      type: 'FS' as const,
      source_image: source,
      target_image: source,
      target_face: 1,
      consent: true as const,
    }
    const quote = await ada.call(api.quotes.create, { body })
    expect(quote.warnings).toEqual([
      { code: 'face_small', message: expect.stringContaining('only 50 pixels') },
      { code: 'faces_turned_apart', message: expect.stringContaining('10 degrees') },
    ])
    expect(
      (await waitForEnd(ada, await swap({ target_image: source, target_face: 1, quote: quote.id })))
        .status,
    ).toBe('S')
  })
})

describe('a better photo of the same person', () => {
  const me = [1, 0]
  const stranger = [0, 1]
  /** Uploads a photo whose face the engine describes so. */
  async function photoOf(face: FoundFace, width: number): Promise<string> {
    const { id } = await upload(ada, await makePng(width, 64))
    described.set(width, face)
    return id
  }
  const described = new Map<number, FoundFace>()
  beforeEach(() => {
    described.clear()
    engine.tool.findFaces = async (file) => {
      const { width } = await sharp(file).metadata()
      const face = described.get(width)
      return face ? [face] : []
    }
  })
  const propose = (id: string) => ada.call(api.uploadedImages.betterPhoto, { params: { id } })

  test('is the largest of those that can be swapped, and nobody else’s', async () => {
    const small = await photoOf({ ...scriptedFace({ size: 90 }), identity: me }, 80)
    await photoOf({ ...scriptedFace({ size: 400 }), identity: stranger }, 81)
    await photoOf(
      { ...scriptedFace({ size: 300, view: scriptedView({ glasses: true }) }), identity: me },
      82,
    )
    await photoOf({ ...scriptedFace({ size: 140 }), identity: me }, 83)
    const best = await photoOf({ ...scriptedFace({ size: 200 }), identity: me }, 84)
    expect((await propose(small)).result).toMatchObject({ id: best, width: 84 })
    const eve = await newPerson(app)
    await expect(
      eve.call(api.uploadedImages.betterPhoto, { params: { id: small } }),
    ).rejects.toMatchObject({ status: 404 })
  })

  test('is not looked for without a consent to compare faces', async () => {
    const bob = await newPerson(app, { comparesFaces: false })
    const { id } = await upload(bob, await makePng(85, 64))
    await expect(
      bob.call(api.uploadedImages.betterPhoto, { params: { id } }),
    ).rejects.toMatchObject({ status: 403, code: 'consent_required' })
  })

  test('is found although one of the latest cannot be read', async () => {
    const small = await photoOf({ ...scriptedFace({ size: 90 }), identity: me }, 80)
    const best = await photoOf({ ...scriptedFace({ size: 200 }), identity: me }, 84)
    const broken = (await upload(ada, await makePng(86, 64))).id
    const find = engine.tool.findFaces!
    engine.tool.findFaces = async (file) => {
      const { width } = await sharp(file).metadata()
      if (width === 86)
        throw new EngineError('unsupported', 'broken', {
          retryable: false,
          userMessage: 'This image cannot be read.',
        })
      return find(file)
    }
    expect((await propose(small)).result).toMatchObject({ id: best })
    expect(broken).not.toBe(best)
  })

  test('is none where no other photo shows that person', async () => {
    const small = await photoOf({ ...scriptedFace({ size: 90 }), identity: me }, 80)
    await photoOf({ ...scriptedFace({ size: 400 }), identity: stranger }, 81)
    expect((await propose(small)).result).toBeNull()
  })
})
