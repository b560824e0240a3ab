import { copyFile, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Tensor } from 'onnxruntime-node'
import { afterEach, expect, test, vi } from 'vitest'
import { InferenceSession } from './inference-session.ts'
import { openSession, runSession } from './onnx-session.ts'
import { OnnxWriter } from './onnx-writer.ts'
import type { Runtime } from './runtime.ts'

const FILE = 'tests/fixtures/tiny-sd/vae_decoder/model.onnx'
const INPUTS = { known: ['latent_sample'] }
const create = InferenceSession.create.bind(InferenceSession)
afterEach(() => vi.restoreAllMocks())

/** A runtime that is asked for WebGPU on a machine whose card answers `reason`, or takes the network. */
function runtimeWithCard(reason: string | null) {
  const asked: unknown[] = []
  const problems: string[] = []
  vi.spyOn(InferenceSession, 'create').mockImplementation(async (file: unknown, options) => {
    asked.push(options?.executionProviders)
    if (reason !== null && options?.executionProviders?.[0] === 'webgpu') throw new Error(reason)
    return create(file as string, { ...options, executionProviders: ['cpu'] })
  })
  const runtime: Runtime = {
    threads: 1,
    provider: 'webgpu',
    onFallback: (problem) => problems.push(problem),
  }
  return { runtime, asked, problems }
}

test('the provider that is asked for comes before the processor', async () => {
  const { runtime, asked, problems } = runtimeWithCard(null)
  const { session } = await openSession(FILE, runtime, INPUTS)
  await session.release()
  expect(asked).toEqual([['webgpu', 'cpu']])
  expect(problems).toEqual([])
})

test('a provider that fails leaves the network to the processor, and says why in one line', async () => {
  const { runtime, asked, problems } = runtimeWithCard('no adapter\nat line 1')
  const { session, inputs } = await openSession(FILE, runtime, INPUTS)
  await session.release()
  expect(inputs.map(({ name }) => name)).toEqual(['latent_sample'])
  expect(asked).toEqual([['webgpu', 'cpu'], ['cpu']])
  expect(problems).toEqual(['webgpu cannot be used (no adapter); the processor draws in its place'])
})

test('a damaged file is said to be damaged, whatever it was to run on', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'session-'))
  const file = path.join(folder, 'model.onnx')
  await copyFile(FILE, file)
  await truncate(file, 5000)
  const { runtime, problems } = runtimeWithCard('no adapter')
  await expect(openSession(file, runtime, INPUTS)).rejects.toMatchObject({ code: 'model_broken' })
  expect(problems).toEqual([])
  await rm(folder, { recursive: true })
})

test('an input that another program named otherwise is fed all the same', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'session-'))
  const file = path.join(folder, 'model.onnx')
  const writer = new OnnxWriter()
  const doubled = writer.node('Add', [writer.input('z', [2]), 'z'])
  writer.node('Identity', [doubled], {}, 'sample')
  writer.output('sample', [2])
  await writeFile(file, writer.build())
  const network = await openSession(file, { threads: 1 }, INPUTS)
  expect(network.inputs.map(({ name }) => name)).toEqual(['latent_sample'])
  const feeds = { latent_sample: new Tensor('float32', Float32Array.of(1, 2), [2]) }
  expect([...(await runSession(network, feeds)).data]).toEqual([2, 4])
  await network.session.release()
  await rm(folder, { recursive: true })
})
