import { createInterface } from 'node:readline/promises'
import type { FixedEngine } from '#server/domains/engines/index.ts'
import { OperatorError } from '#lib/operator-error.ts'
import { type Command, readArguments, type Tools } from './command.ts'
import { dollars, explain, type LiveCall, planCalls } from './live-calls.ts'

const NOTHING_DONE = 2

/** One call that is about to be made of an engine, or why none can be. */
type Plan = { engine: string } & ({ call: LiveCall } | { problem: string })

export const liveCheck: Command = {
  usage: '[--yes]',
  summary:
    'Make one image (else one video) and one of each kind of words on every configured server and service, after saying what it costs; exit status 0: all did, 1: some did not, 2: nothing was tried',
  async run(args, tools) {
    const { values } = readArguments({ name: 'live-check', usage: this.usage }, args, {
      yes: { type: 'boolean', default: false },
    })
    const { createServers } = await import('../app/engine-kinds.ts')
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
  const plans = (await Promise.all(engines.map(plansFor))).flat()
  const calls = plans.flatMap((plan) => ('call' in plan ? [plan.call] : []))
  for (const plan of plans) if ('call' in plan) say(`${plan.engine}: ${priceOf(plan.call)}`)
  const costs = calls.some(({ costMicros }) => costMicros)
  if (costs) {
    const total = calls.reduce((sum, { costMicros }) => sum + (costMicros ?? 0), 0)
    say(`All together at most about ${dollars(total)}.`)
  }
  if (costs && !yes && !(await isAgreed())) {
    say('Nothing was tried.')
    return NOTHING_DONE
  }
  let failed = false
  for (const plan of plans) {
    const problem = 'call' in plan ? await make(plan.engine, plan.call, say) : plan.problem
    if (problem !== null) say(`${plan.engine}: FAILED, ${problem}`)
    failed ||= problem !== null
  }
  return failed ? 1 : 0
}

async function plansFor({ engine }: FixedEngine): Promise<Plan[]> {
  try {
    const calls = await planCalls(engine)
    if (calls.length > 0) return calls.map((call) => ({ engine: engine.name, call }))
    return [{ engine: engine.name, problem: 'it offers nothing that can be tried' }]
  } catch (error) {
    return [{ engine: engine.name, problem: explain(error) }]
  }
}

const priceOf = ({ what, costMicros }: LiveCall) =>
  costMicros === undefined
    ? `${what}, on a server of your own`
    : `${what}, at most about ${dollars(costMicros)}`

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

/** @returns what went wrong; null when it came */
async function make(
  engine: string,
  { model, make: call }: LiveCall,
  say: (line: string) => void,
): Promise<string | null> {
  const started = Date.now()
  try {
    const { came, costMicros } = await call()
    const seconds = ((Date.now() - started) / 1000).toFixed(1)
    const cost = costMicros === undefined ? '' : `, ${dollars(costMicros)}`
    say(`${engine}: OK, ${model}, ${came}, ${seconds} s${cost}`)
    return null
  } catch (error) {
    return `${model}: ${explain(error)}`
  }
}

/** A service may repeat what it was sent. */
function withoutSecrets(line: string, { services, servers }: Tools['config']): string {
  const accounts = Object.values(services)
  const keys = accounts.flatMap((account) => [account?.key, account?.secret])
  const passwords = Object.values(servers)
    .flat()
    .map((url) => new URL(url).password)
  return [...keys, ...passwords]
    .filter((secret): secret is string => typeof secret === 'string' && secret !== '')
    .reduce((text, secret) => text.replaceAll(secret, '***'), line)
}
