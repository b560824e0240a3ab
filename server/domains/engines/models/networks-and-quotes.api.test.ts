import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { type NetworksApp, PATIENCE, startNetworksApp } from '#tests/support/added-networks.ts'
import type { JsonServer } from '#tests/support/doubles/json-server.ts'
import { startStripeKeysDouble } from '#tests/support/doubles/stripe-keys.ts'
import { expectCleanBooks, waitForEnd } from '#tests/support/generation.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import { toolProcesses } from '#tests/support/tool-processes.ts'
import { upload } from '#tests/support/uploads.ts'

let networks: NetworksApp
let stripe: JsonServer
let person: TestPerson

beforeAll(async () => {
  stripe = await startStripeKeysDouble()
  networks = await startNetworksApp(['studioludens/birefnet-lite-512', 'yamura4/RMBG-2.0-ONNX'], {
    ADDED_CUT_OUT_CREDITS: '3',
    STRIPE_API_BASE: stripe.url,
    SECRET_KEY: 'a key of the tests with more than thirty-two letters',
  })
  person = await newPerson(networks.app)
})
afterAll(async () => {
  await expectCleanBooks(networks.app)
  await networks.dispose()
  await stripe.close()
})

/** In which nothing stands out. @param shade of all of it */
const dull = async (shade: number) => {
  const background = { r: shade, g: shade, b: shade }
  const picture = sharp({ create: { width: 256, height: 256, channels: 3, background } })
  return (await upload(person, await picture.png().toBuffer())).id
}
const quote = async (image: string) =>
  person.call(api.quotes.create, { body: { type: 'RB', image } })
const added = async () => (await networks.app.call(api.capabilities.read, {})).added_tools
const unsure = [expect.objectContaining({ code: 'edge_unsure' })]
const switched = (id: string, on: boolean) =>
  networks.admin.call(api.adminModels.switchNetwork, { params: { id }, body: { on } })

test('a quote of a network that was added waits for no look, and warns of nothing', async () => {
  const id = 'birefnet-lite-512'
  expect(await added()).toEqual([])
  await networks.addAndUse(id)
  await expect.poll(added, PATIENCE).toEqual(['remove_background', 'replace_background'])
  expect(await quote(await dull(90))).toMatchObject({ cost: 3, warnings: [] })
  // Nothing was asked to look, so there was nothing to wait for.
  expect(toolProcesses(networks.modelsDir)).toEqual([])

  await switched(id, false)
  await expect.poll(added, PATIENCE).toEqual([])
  const image = await dull(91)
  // A look that takes longer than a quote waits is told with the next one.
  await expect.poll(async () => (await quote(image)).warnings, PATIENCE).toEqual(unsure)
  expect(await quote(image)).toMatchObject({ cost: 1 })
  expect(toolProcesses(networks.modelsDir)).not.toEqual([])
})

test('one whose licence forbids it rests when payments go live, and works again after', async () => {
  const id = 'rmbg-2'
  await networks.addAndUse(id)
  await expect.poll(added, PATIENCE).toEqual(['remove_background', 'replace_background'])
  const order = async (shade: number) => {
    const body = { type: 'RB', image: await dull(shade) } as const
    const job = await waitForEnd(person, await person.call(api.inferenceJobs.create, { body }))
    const params = { id: job.images[0]!.id }
    const made = await person.call(api.predictionImages.parameters, { params })
    return { captured: job.cost.captured, by: made.made_by?.map(({ name }) => name) }
  }
  expect(await order(92)).toEqual({ captured: 3, by: ['RMBG 2.0'] })

  const { admin } = networks
  const setKey = (key: string | null) =>
    admin.call(api.adminSettings.change, { body: { STRIPE_SECRET_KEY: key } })
  await setKey('sk_live_1')
  try {
    await expect.poll(added, PATIENCE).toEqual([])
    expect(await order(93)).toEqual({ captured: 1, by: ['U²-Netp'] })
    expect((await quote(await dull(94))).cost).toBe(1)
  } finally {
    await setKey(null)
  }
  await expect.poll(added, PATIENCE).toEqual(['remove_background', 'replace_background'])
  expect(await order(95)).toEqual({ captured: 3, by: ['RMBG 2.0'] })
}, 120_000)
