import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { api } from '#contract/index.ts'
import { OperatorError } from '#lib/operator-error.ts'
import { isLiveKey } from '../domains/billing/index.ts'
import { seedBusiness } from './business/seed-business.ts'
import { type Command, readArguments, type Tools, withApp, withDatabase } from './command.ts'
import { seedShowcases } from './showcase.ts'
import { provisionUser, type ProvisionUser } from './provision-user.ts'

const PASSWORD = 'atelier-demo'

const PAINTER: ProvisionUser = {
  email: 'demo@example.com',
  password: PASSWORD,
  firstName: 'Dana',
  lastName: 'Demo',
  verified: true,
  plan: { name: 'pro', period: 'monthly' },
}
/** Owner of the public studios. */
const STAFF: ProvisionUser = {
  email: 'admin@example.com',
  password: PASSWORD,
  firstName: 'Ada',
  verified: true,
  staff: true,
  admin: true,
}
const OTHERS: ProvisionUser[] = [
  { email: 'free@example.com', password: PASSWORD, firstName: 'Fran', verified: true },
  STAFF,
]

/** Each is one generation of four pictures. */
const PROMPTS = [
  'a red fox in the snow',
  'a lighthouse on a cliff at sunset',
  'a bowl of oranges on a blue table',
]
const SIZE = 256
const STEPS = 20
const PATIENCE_MS = 300_000

interface Session {
  http: FastifyInstance
  token: string
}

/** Makes one call as the owner of the token. @throws Error when it is refused */
async function call<T>(
  { http, token }: Session,
  method: 'GET' | 'POST',
  url: string,
  payload?: object,
): Promise<T> {
  const headers = { authorization: `Token ${token}` }
  const answer = await http.inject({ method, url, headers, ...(payload && { payload }) })
  if (answer.statusCode >= 300)
    throw new Error(`${method} ${url}: ${answer.statusCode} ${answer.body}`)
  return answer.json<T>()
}

/** Orders the demo pictures as a person does. @returns how many were delivered */
async function drawPictures(http: FastifyInstance): Promise<number> {
  const login = await http.inject({
    method: 'POST',
    url: api.accounts.login.path,
    payload: { email: PAINTER.email, password: PAINTER.password },
  })
  const session = { http, token: login.json<{ key: string }>().key }
  for (const [index, prompt] of PROMPTS.entries()) {
    const order = { prompt, width: SIZE, height: SIZE, steps: STEPS, seed: 1000 + index }
    await call(session, 'POST', api.inferenceJobs.create.path, order)
  }
  const deadline = Date.now() + PATIENCE_MS
  while (Date.now() < deadline) {
    const open = await call<{ results: unknown[] }>(session, 'GET', api.inferenceJobs.running.path)
    if (open.results.length === 0) break
    await sleep(300)
  }
  const done = await call<{ results: { images: unknown[] }[] }>(
    session,
    'GET',
    api.inferenceJobs.success.path,
  )
  return done.results.reduce((sum, { images }) => sum + images.length, 0)
}

/** Enough for every figure of the console, in about a minute. */
const BUSINESS = { people: 400, days: 365, seed: 1 }

/** A year of business, with the figures of the console folded. */
async function seedYear(tools: Tools): Promise<void> {
  const { secretKey } = tools.config.stripe
  if (secretKey !== null && isLiveKey(secretKey))
    throw new OperatorError(
      'Payments are live here: an invented business has no place in the books.',
    )
  await withApp(tools, async ({ admin, credits }, db) => {
    const { from, ...counts } = await seedBusiness(db, BUSINESS)
    // Of people who have not been there for a while: what expired since, and the free credits of this month.
    await credits.applyAllDueEntries()
    await admin.foldHours(from)
    tools.print(JSON.stringify(counts))
  })
}

export const seedDemo: Command = {
  usage: '[--business]',
  summary: `Make demo accounts (password ${PASSWORD}) draw their images, and show three public studios; --business: invent a year of people, payments and jobs instead; on loopback only`,
  async run(args, tools) {
    const { values } = readArguments({ name: 'seed demo', usage: this.usage }, args, {
      business: { type: 'boolean' },
    })
    if (!tools.config.testMode) {
      throw new OperatorError(
        'The demo accounts have a known password: they are made on loopback only.',
      )
    }
    if (values.business) return seedYear(tools)
    await withDatabase(tools, async (db) => {
      const { createAppContext } = await import('../app/context.ts')
      // It works on its own orders, so that it needs no running instance.
      const config = { ...tools.config, roles: ['web', 'worker'] as const }
      const context = await createAppContext({
        config,
        db,
        log: tools.log,
        overrides: { pages: false },
      })
      try {
        await context.start()
        for (const account of [PAINTER, ...OTHERS]) {
          const known = await context.accounts.findUserByEmail(account.email)
          if (!known) await provisionUser(context, db, account)
          tools.print(JSON.stringify({ email: account.email, made: !known }))
          if (account !== PAINTER || known || !context.http) continue
          tools.print(JSON.stringify({ pictures: await drawPictures(context.http) }))
        }
        const staff = await context.accounts.findUserByEmail(STAFF.email)
        if (staff) await seedShowcases(context, staff.id, tools.print)
      } finally {
        await context.drain()
        await context.dispose()
      }
    })
  },
}
