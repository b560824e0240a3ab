import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { type NetworksApp, PATIENCE, startNetworksApp } from '#tests/support/added-networks.ts'
import { type A1111Double, startA1111Double } from '#tests/support/doubles/a1111-server.ts'
import { balanceOf, expectCleanBooks, submit, waitForEnd } from '#tests/support/generation.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import { killToolProcesses } from '#tests/support/tool-processes.ts'
import { upload } from '#tests/support/uploads.ts'

const ID = 'depth-anything-v2-small'
const NETS = ['control_v11f1p_sd15_depth [cfd03158]']
let server: A1111Double
let networks: NetworksApp
let person: TestPerson
let image: string

beforeAll(async () => {
  server = await startA1111Double()
  server.controlNet = { models: NETS, modules: ['none', 'depth_midas'] }
  networks = await startNetworksApp(['onnx-community/depth-anything-v2-small'], {
    A1111_URLS: server.url,
  })
  person = await newPerson(networks.app)
  // Near above and far below.
  const photo = sharp({ create: { width: 64, height: 64, channels: 3, background: '#0000ff' } })
    .composite([
      {
        input: { create: { width: 64, height: 32, channels: 3, background: '#00ff00' } },
        left: 0,
        top: 0,
      },
    ])
    .png()
  image = (await upload(person, await photo.toBuffer())).id
})
afterAll(async () => {
  await expectCleanBooks(networks.app)
  await networks.dispose()
  await server.close()
})
beforeEach(() => {
  server.drawn.length = 0
})

const draw = async () => {
  const controls = [{ kind: 'depth' as const, image }]
  return waitForEnd(person, await submit(person, { model: 'photon_v1', controls }))
}
const show = () =>
  person.call(api.generationServers.showControl, {
    body: { kind: 'depth', image, model: 'photon_v1' },
  })

/** The preprocessor that the server was told, and how light the image is above and below. */
async function unitOfLast() {
  const scripts = server.drawn.at(-1)!.body['alwayson_scripts'] as {
    ControlNet: { args: { module: string; image: string }[] }
  }
  const [unit] = scripts.ControlNet.args
  return { module: unit!.module, ...(await lightOf(Buffer.from(unit!.image, 'base64'))) }
}

async function lightOf(file: Buffer) {
  const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true })
  const at = (y: number) => data[(y * info.width + 8) * info.channels]!
  return { above: at(8), below: at(56) }
}

const features = async () => {
  const { results } = await networks.app.call(api.generationServers.list, { query: {} })
  const models = results.flatMap((one) => one.models)
  return models.find(({ id }) => id === 'photon_v1')?.features ?? []
}

test('a photo is prepared by a network that is on: shown, given to the server as a map, and said', async () => {
  const own = await draw()
  expect(own.status).toBe('S')
  expect(await unitOfLast()).toMatchObject({ module: 'depth_midas', above: 0, below: 0 })

  await networks.addAndUse(ID)
  const job = await draw()
  expect(job).toMatchObject({ status: 'S', cost: { captured: 1 } })
  const unit = await unitOfLast()
  expect(unit.module).toBe('none')
  expect(unit.above).toBeGreaterThan(240)
  expect(unit.below).toBeLessThan(15)
  const shown = Buffer.from((await show()).image.replace('data:image/webp;base64,', ''), 'base64')
  const { above, below } = await lightOf(shown)
  expect(above).toBeGreaterThan(below + 200)
  const params = { id: job.images[0]!.id }
  expect(await person.call(api.predictionImages.parameters, { params })).toMatchObject({
    controls: [{ kind: 'depth', image }],
    made_by: [{ name: 'Depth Anything V2 small', licence: 'Apache-2.0' }],
  })
}, 120_000)

test('killed or broken, it leaves the work to the server, whose own way is there', async () => {
  expect(killToolProcesses(networks.modelsDir)).toBeGreaterThan(0)
  expect((await draw()).status).toBe('S')
  networks.breakFile(ID)
  killToolProcesses(networks.modelsDir)
  expect((await draw()).status).toBe('S')
  expect(await unitOfLast()).toMatchObject({ module: 'depth_midas' })
  await networks.remove(ID)
  expect((await draw()).status).toBe('S')
  expect(await unitOfLast()).toMatchObject({ module: 'depth_midas' })
}, 120_000)

test('a server that finds no depth can follow it while a network is on; without, credits go back', async () => {
  server.controlNet = { models: NETS, modules: ['none'] }
  await expect.poll(features, PATIENCE).not.toContain('control_depth')
  await networks.addAndUse(ID)
  await expect.poll(features, PATIENCE).toContain('control_depth')
  // Engines are asked for what they have every few seconds.
  await expect
    .poll(
      () =>
        draw().then(
          ({ status }) => status,
          () => 'refused',
        ),
      PATIENCE,
    )
    .toBe('S')
  expect(await unitOfLast()).toMatchObject({ module: 'none' })

  networks.breakFile(ID)
  killToolProcesses(networks.modelsDir)
  const before = await balanceOf(person)
  const job = await draw()
  expect(job).toMatchObject({ status: 'FL', cost: { captured: 0, released: 1 } })
  expect(await balanceOf(person)).toEqual(before)
  await networks.remove(ID)
  await expect.poll(features, PATIENCE).not.toContain('control_depth')
}, 120_000)
