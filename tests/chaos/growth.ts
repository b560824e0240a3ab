import { createClient } from '#tests/support/client.ts'
import { api } from '#contract/index.ts'
import { CookieJar, fetchTransport } from '#tests/support/fetch-transport.ts'
import { PASSWORD } from '#tests/support/people.ts'
import { runCommand } from '#tests/support/run-program.ts'
import { followReferral } from '#tests/support/visitors.ts'
import type { Cluster } from './cluster.ts'
import type { ChaosUser, Invited } from './state.ts'

const PERCENT_OFF = 25

type Where = Pick<Cluster, 'url' | 'env'>

async function run(cluster: Where, args: string[]): Promise<{ id: string }> {
  const { code, stdout, stderr } = await runCommand(args, cluster.env)
  if (code !== 0) throw new Error(`${args.slice(0, 2).join(' ')} failed: ${stderr}`)
  return JSON.parse(stdout) as { id: string }
}

const clientOf = (url: string, token: string) =>
  createClient(fetchTransport(url, { headers: { authorization: `Token ${token}` } }))

async function logIn(
  url: string,
  email: string,
): Promise<{ token: string; call: ReturnType<typeof createClient> }> {
  const { key } = await createClient(fetchTransport(url))(api.accounts.login, {
    body: { email, password: PASSWORD },
  })
  return { token: key, call: clientOf(url, key) }
}

/** An administrator of the run's own. */
export async function createColleague(
  cluster: Where,
): Promise<{ id: string; call: ReturnType<typeof createClient> }> {
  const email = `chaos-admin-${Date.now()}@example.com`
  const flags = ['--email', email, '--password', PASSWORD, '--admin', '--verified']
  const { id } = await run(cluster, ['user', 'create', ...flags])
  const { call } = await logIn(cluster.url, email)
  return { id, call }
}

/** Makes a promotion for packs as an administrator does. @returns its code */
export async function makePromotion(cluster: Where): Promise<string> {
  const { call } = await createColleague(cluster)
  const body = {
    code: `CHAOS${Date.now()}`,
    percent_off: PERCENT_OFF,
    applies_to: 'packs' as const,
  }
  const { code } = await call(api.adminPromotions.create, { body })
  return code
}

/** Opens an account by somebody's link, as a browser does. */
export async function inviteFriend(cluster: Where, inviter: ChaosUser): Promise<Invited> {
  const { code } = await clientOf(cluster.url, inviter.token)(api.referrals.read, {})
  const cookies = new CookieJar()
  await followReferral(cluster, code, cookies)
  const email = `chaos-invited-${Date.now()}@example.com`
  await createClient(fetchTransport(cluster.url, { cookies }))(api.accounts.register, {
    body: { first_name: 'Eve', email, password1: PASSWORD, password2: PASSWORD },
  })
  const { id } = await run(cluster, ['user', 'set', '--email', email, '--verified'])
  const { token, call } = await logIn(cluster.url, email)
  const { credits } = await call(api.users.me, {})
  return { id, email, token, credits, inviter: inviter.id }
}
