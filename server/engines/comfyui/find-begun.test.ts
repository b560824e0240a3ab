import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ComfyuiDouble, startComfyuiDouble } from '#tests/support/doubles/comfyui-server.ts'
import { followImages, SMALL_REQUEST } from '#tests/support/follow-images.ts'
import { makePng } from '#tests/support/pictures.ts'
import type { Engine, ImageRequest } from '../spec/index.ts'
import { createComfyuiEngine } from './comfyui-engine.ts'

let server: ComfyuiDouble
let engine: Engine

const connect = () =>
  createComfyuiEngine({ address: server.url, workflowsDir: join(tmpdir(), 'none') })

beforeEach(async () => {
  server = await startComfyuiDouble()
  engine = connect()
})
afterEach(async () => {
  await engine.dispose()
  await server.close()
})

/** The attempt of a job that begins its work. */
const nth = (attempt: number, request: Partial<ImageRequest> = {}, key = 'a job') =>
  engine.image!.start(
    { ...SMALL_REQUEST, model: 'photon_v1', indexes: [0, 2], ...request },
    { key, attempt, begunSince: attempt > 1 ? new Date() : null },
  )
const states = () => server.prompts.map(({ state }) => state)

test('a process ends before it noted what it sent: what waits, is drawn and was drawn is found by the next attempt, and nothing is sent twice', async () => {
  server.drawMs = 300
  const first = await nth(1)
  await vi.waitFor(() => expect(states()).toEqual(['success', 'running']))
  // Of another job, nothing is taken over.
  const other = await nth(2, { indexes: [0] }, 'another job')
  expect(server.prompts).toHaveLength(3)
  await engine.image!.cancel(other)
  await engine.dispose()
  engine = connect()
  const next = await nth(3)
  expect(next).toEqual(first)
  const { images } = await followImages(engine, next)
  expect(images.map(({ index }) => index)).toEqual([0, 2])
})

test('what was not sent is, and what failed is redrawn', async () => {
  server.faults = ['failed', null]
  server.drawMs = 50
  await nth(1)
  await vi.waitFor(() => expect(states()).toEqual(['error', 'success']))
  const next = await nth(2, { indexes: [0, 2, 3] })
  expect(server.prompts).toHaveLength(3)
  const { images } = await followImages(engine, next)
  expect(images.map(({ index }) => index)).toEqual([0, 2, 3])
})

test('what an attempt found wanting is not taken over', async () => {
  server.faults = ['half an image']
  await expect(followImages(engine, await nth(1))).rejects.toMatchObject({
    code: 'picture_failed',
  })
  const { images } = await followImages(engine, await nth(2))
  expect(images).toHaveLength(2)
})

test('of an enlarged image, too', async () => {
  server.drawMs = 60_000
  const image = await makePng(20, 10)
  const enlarge = (attempt: number) =>
    engine.tool!.start(
      { tool: 'upscale', image, scale: 2, pro: false },
      { key: 'a job', attempt, begunSince: null },
    )
  const first = await enlarge(1)
  expect(await enlarge(2)).toEqual(first)
  expect(server.prompts).toHaveLength(1)
  await engine.tool!.cancel(first)
})
