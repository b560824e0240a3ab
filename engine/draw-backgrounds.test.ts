import { beforeEach, describe, expect, it } from 'vitest'
import {
  createScriptedEngine,
  fail,
  finishAll,
  hang,
  SCRIPTED_MODEL,
  type ScriptedEngine,
} from '#tests/support/doubles/scripted-engine.ts'
import { makePng } from '#tests/support/pictures.ts'
import type { EngineImage, ImageRequest, ToolRequest } from '#lib/engine-spec/index.ts'
import { drawBackgrounds } from './draw-backgrounds.ts'
import type { BuiltinToolEngine } from './vision/tool-engine.ts'

const drawing: ImageRequest = {
  type: 'TTI',
  model: SCRIPTED_MODEL,
  prompt: 'a green forest',
  negativePrompt: '',
  width: 96,
  height: 64,
  indexes: [0],
  seed: 3,
  steps: 4,
  guidanceScale: 4,
  sampler: 'Euler a',
  loras: [],
}

let painter: ScriptedEngine
let placer: ScriptedEngine
let tool: BuiltinToolEngine
let request: ToolRequest
let outputs: EngineImage[]
let fractions: number[]
beforeEach(async () => {
  painter = createScriptedEngine()
  placer = createScriptedEngine()
  const tools = {
    ...placer.tool,
    findFaces: async () => [],
    doubtsEdges: async () => false,
    looksSameByPro: async () => null,
    triesSwap: async () => null,
    selects: async () => false,
    select: async () => null,
    findsDepth: async () => false,
    findDepth: async () => null,
    load: () => 0,
    dispose: async () => undefined,
  }
  tool = drawBackgrounds('builtin', tools, painter.image)
  request = { tool: 'replace_background', image: await makePng(80, 64), background: drawing }
  outputs = []
  fractions = []
})

const handlers = {
  onProgress: ({ fraction }: { fraction: number }) => void fractions.push(fraction),
  async onOutput(image: EngineImage) {
    outputs.push(image)
  },
}

describe('a background that is drawn', () => {
  it('is drawn first and put behind then; only the whole is handed over', async () => {
    painter.script = async (work) => {
      work.progress(2)
      await finishAll(work)
    }
    const operation = await tool.start(request)
    expect((await tool.follow(operation, handlers)).outcome).toBe('succeeded')
    expect(painter.starts).toEqual([drawing])
    expect(placer.toolStarts).toMatchObject([{ background: expect.any(Uint8Array) }])
    expect(outputs).toHaveLength(1)
    expect(outputs[0]).toMatchObject({ width: 80, height: 64 })
    expect(fractions).toContain(0.35)
  })

  it.each(['painter', 'placer'] as const)(
    'hands over nothing once the %s is stopped',
    async (who) => {
      const engine = { painter, placer }[who]
      const began = Promise.withResolvers<void>()
      engine.script = async (work) => {
        began.resolve()
        await hang(work)
        await work.finish(0)
      }
      const operation = await tool.start(request)
      const following = tool.follow(operation, handlers)
      await began.promise
      await tool.cancel(operation)
      expect((await following).outcome).toBe('cancelled')
      expect(outputs).toEqual([])
      expect(engine.cancels).toHaveLength(1)
      await expect(tool.follow(operation, handlers)).rejects.toMatchObject({
        code: 'operation_lost',
      })
    },
  )

  it('that fails is the failure of all of it', async () => {
    painter.script = fail(true)
    const operation = await tool.start(request)
    await expect(tool.follow(operation, handlers)).rejects.toMatchObject({ code: 'engine_failed' })
    expect(placer.toolStarts).toEqual([])
  })

  it('is not drawn where there is one', async () => {
    const background = { red: 1, green: 2, blue: 3 }
    const operation = await tool.start({ ...request, background } as ToolRequest)
    await tool.follow(operation, handlers)
    expect(painter.starts).toEqual([])
    expect(outputs).toHaveLength(1)
  })
})
