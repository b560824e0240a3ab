import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ComfyuiDouble, startComfyuiDouble } from '#tests/support/doubles/comfyui-server.ts'
import { LINE_ART, POSTER } from '#tests/support/own-workflows.ts'
import { makePng } from '#tests/support/pictures.ts'
import type { Engine, EngineImage } from '../spec/index.ts'
import { createComfyuiEngine } from './comfyui-engine.ts'

let server: ComfyuiDouble
let engine: Engine
let workflowsDir: string

beforeEach(async () => {
  workflowsDir = await mkdtemp(join(tmpdir(), 'atelier-workflows-'))
  server = await startComfyuiDouble()
  engine = createComfyuiEngine({ address: server.url, workflowsDir })
})
afterEach(async () => {
  await engine.dispose()
  await server.close()
  await rm(workflowsDir, { recursive: true })
})

const write = (name: string, template: object) =>
  writeFile(join(workflowsDir, `${name}.json`), JSON.stringify(template))
const offered = async () =>
  (await engine.tool!.models()).filter(({ tool }) => tool === 'run_workflow')

test('one is offered with its price and what it takes, and delivers what it makes', async () => {
  await write('line-art', LINE_ART)
  await write('poster', POSTER)
  const models = await offered()
  expect(models).toMatchObject([
    { id: 'line-art', name: 'Line art', credits: 3, takes: { image: true, prompt: false } },
    { id: 'poster', name: 'Poster', credits: 1, takes: { image: false, prompt: true } },
  ])
  expect(new Set(models.map(({ hash }) => hash)).size).toBe(2)
  const operation = await engine.tool!.start({
    tool: 'run_workflow',
    model: 'line-art',
    image: await makePng(80, 64),
    width: 80,
    height: 64,
    indexes: [0],
    seed: 5,
  })
  expect(server.prompts[0]?.nodes['source']?.inputs['image']).toMatch(/-source\.png$/)
  const images: EngineImage[] = []
  await engine.tool!.follow(operation, {
    onProgress: () => undefined,
    onOutput: async (image) => void images.push(image),
  })
  // The workflow makes it half as large.
  expect(images).toMatchObject([{ index: 0, width: 40, height: 32, seed: 5 }])
})

test('another graph under the same name is another workflow', async () => {
  await write('poster', POSTER)
  const [before] = await offered()
  const other = createComfyuiEngine({ address: server.url, workflowsDir })
  await write('poster', { ...POSTER, title: 'Placard' })
  const after = (await other.tool!.models()).find(({ tool }) => tool === 'run_workflow')
  await other.dispose()
  expect(after?.hash).not.toBe(before?.hash)
})

test.each([
  ['no input', { ...LINE_ART, nodes: { save: LINE_ART.nodes.save } }, '{{source}} or {{prompt}}'],
  [
    'a setting that no job gives',
    {
      ...POSTER,
      nodes: { ...POSTER.nodes, extra: { class_type: 'KSampler', inputs: { steps: '{{steps}}' } } },
    },
    '{{steps}} is not for kind "other"',
  ],
])('%s is named, and nothing is offered', async (_name, template, problem) => {
  await write('broken', template)
  expect(await offered()).toEqual([])
  expect((await engine.health()).detail).toContain(problem)
})
