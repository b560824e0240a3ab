import { createInterface } from 'node:readline/promises'
import type { FixedEngine } from '../domains/engines/index.ts'
import { EngineError, type ImageModel, type ImageRequest } from '../engines/spec/index.ts'
import { OperatorError } from '../platform/process/operator-error.ts'
import { type Command, readArguments, type Tools } from './command.ts'

const NOTHING_DONE = 2
const MICROS_PER_DOLLAR = 1_000_000
const PROMPT = 'a red apple on a white table'

/** One picture that is about to be drawn, or why it cannot be. */
interface Plan {
  engine: FixedEngine['engine']
  model: ImageModel | null
  problem: string | null
}

export const liveCheck: Command = {
  usage: '[--yes]',
  summary:
    'Draw one image on every configured server and service, after saying what it costs; exit status 0: all did, 1: some did not, 2: nothing was tried',
  async run(args, tools) {
    const { values } = readArguments({ name: 'live-check', usage: this.usage }, args, {
      yes: { type: 'boolean', default: false },
    })
    const { createServers } = await import('../app/engines.ts')
    const { createEngineServices } = await import('../app/engine-services.ts')
    const engines = [...createServers(tools.config), ...createEngineServices(tools.config)]
    try {
      return await check(engines, tools, values.yes)
    } finally {
      for (const { engine } of engines) await engine.dispose()
    }
  },
}

async function check(
  engines: readonly FixedEngine[],
  { config, print }: Tools,
  yes: boolean,
): Promise<number> {
  const say = (line: string) => print(withoutSecrets(line, config))
  if (engines.length === 0) {
    say('No server and no service is configured.')
    return NOTHING_DONE
  }
  const plans = await Promise.all(engines.map(planFor))
  for (const { engine, model } of plans) if (model) say(`${engine.name}: ${priceOf(model)}`)
  if (plans.some(({ model }) => model?.costMicros) && !yes && !(await isAgreed())) {
    say('Nothing was tried.')
    return NOTHING_DONE
  }
  let failed = false
  for (const plan of plans) {
    const problem = plan.problem ?? (await draw(plan, say))
    if (problem !== null) say(`${plan.engine.name}: FAILED, ${problem}`)
    failed ||= problem !== null
  }
  return failed ? 1 : 0
}

/** The cheapest model of an engine. */
async function planFor({ engine }: FixedEngine): Promise<Plan> {
  try {
    const models = (await engine.image?.models()) ?? []
    const [model] = models.toSorted((a, b) => (a.costMicros ?? 0) - (b.costMicros ?? 0))
    return { engine, model: model ?? null, problem: model ? null : 'it offers no model that draws' }
  } catch (error) {
    return { engine, model: null, problem: explain(error) }
  }
}

const dollars = (micros: number) => `$${(micros / MICROS_PER_DOLLAR).toFixed(4)}`

const priceOf = ({ name, costMicros }: ImageModel) =>
  costMicros === undefined
    ? `one image by ${name}, on a server of your own`
    : `one image by ${name}, at most about ${dollars(costMicros)}`

async function isAgreed(): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new OperatorError('This costs money: run it on a terminal, or with --yes.')
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return /^y(?:es)?$/i.test((await terminal.question('Go on? (y/N) ')).trim())
  } finally {
    terminal.close()
  }
}

/** @returns what went wrong; null for an image that came */
async function draw({ engine, model }: Plan, say: (line: string) => void): Promise<string | null> {
  if (!engine.image || !model) return 'it offers no model that draws'
  const started = Date.now()
  let size = ''
  try {
    const operation = await engine.image.start(requestFor(model))
    const { costMicros } = await engine.image.follow(operation, {
      onProgress: () => undefined,
      onOutput: async ({ width, height }) => {
        size = `${width} x ${height}`
      },
    })
    if (size === '') return 'no image came'
    const seconds = ((Date.now() - started) / 1000).toFixed(1)
    const cost = costMicros === undefined ? '' : `, ${dollars(costMicros)}`
    say(`${engine.name}: OK, ${model.id}, ${size}, ${seconds} s${cost}`)
    return null
  } catch (error) {
    return explain(error)
  }
}

const explain = (error: unknown): string =>
  error instanceof EngineError ? `${error.code}: ${error.message}` : (error as Error).message

function requestFor(model: ImageModel): ImageRequest {
  const { min, max, step } = model.sizes
  const edge = Math.floor(Math.min(max, Math.max(min, 512)) / step) * step
  return {
    type: 'TTI',
    model: model.id,
    prompt: PROMPT,
    negativePrompt: '',
    width: edge,
    height: edge,
    indexes: [0],
    seed: 1,
    steps: Math.min(model.maxSteps, 20),
    guidanceScale: 4,
    sampler: model.samplers[0] ?? 'Euler',
    loras: [],
  }
}

/** A service may repeat what it was sent. */
function withoutSecrets(line: string, { services, servers }: Tools['config']): string {
  const keys = [services.fal?.key, services.replicate?.key]
  const passwords = [...servers.a1111, ...servers.comfyui].map((url) => new URL(url).password)
  return [...keys, ...passwords]
    .filter((secret): secret is string => secret !== undefined && secret !== '')
    .reduce((text, secret) => text.replaceAll(secret, '***'), line)
}
