import { expect, test } from 'vitest'
import { OPENAI_MODEL as MODEL } from '#tests/support/doubles/openai-server.ts'
import { followImages, SMALL_REQUEST } from '#tests/support/follow-images.ts'
import { bodyOf, draw, engineAt, server, withOpenAi } from '#tests/support/openai-engines.ts'

withOpenAi()

test('a call that is billed is for one image, another for as many as its server draws at once', async () => {
  const indexes = [0, 1, 2, 3]
  const asked = () => server.calls.map((_, at) => bodyOf(at)['n'])
  await draw('preset=openai&n=8', { indexes, width: 1024, height: 1024 })
  expect(asked()).toEqual([1, 1, 1, 1])
  server.calls = []
  // Each image has a seed of its own.
  for (const preset of ['vllm-omni', 'sd-server&n=3']) {
    server.calls = []
    await draw(`preset=${preset}`, { indexes })
    expect(asked()).toEqual([1, 1, 1, 1])
  }
  server.calls = []
  const { images, progress } = await draw('preset=sd-server&settings=0&n=3', { indexes })
  expect(asked()).toEqual([3, 1])
  expect(images.map(({ index }) => index)).toEqual(indexes)
  expect(progress.map(({ step }) => step)).toEqual([0, 3])
  server.calls = []
  expect(
    (await draw('preset=sd-server&settings=0&n=8', { indexes: [0, 1, 2, 3, 4, 5] })).images,
  ).toHaveLength(6)
  expect(asked()).toEqual([6])
})

test('what a server leaves out of a call is asked for one by one, and what came is kept', async () => {
  server.mostInOne = 2
  const engine = engineAt('preset=sd-server&settings=0&n=4')
  const asked = { ...SMALL_REQUEST, loras: [], model: MODEL, indexes: [0, 1, 2, 3] }
  const { images, result } = await followImages(engine, await engine.image!.start(asked))
  expect(images.map(({ index }) => index)).toEqual([0, 1, 2, 3])
  expect(result.outcome).toBe('succeeded')
  expect(server.calls.map((_, at) => bodyOf(at)['n'])).toEqual([4, 1, 1])
  // It is not asked for several again.
  server.calls = []
  await followImages(engine, await engine.image!.start(asked))
  expect(server.calls.map((_, at) => bodyOf(at)['n'])).toEqual([1, 1, 1, 1])
})

test('what came before a server breaks is delivered', async () => {
  server.mostInOne = 1
  const engine = engineAt('preset=sd-server&settings=0&n=4')
  const asked = { ...SMALL_REQUEST, loras: [], model: MODEL, indexes: [0, 1] }
  const operation = await engine.image!.start(asked)
  const came: number[] = []
  const following = engine.image!.follow(operation, {
    onProgress: () => undefined,
    onOutput: async ({ index }) => {
      came.push(index)
      server.fault = 'server error'
    },
  })
  await expect(following).rejects.toMatchObject({ code: 'engine_failed' })
  expect(came).toEqual([0])
})
