import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import { KEY_SCOPES, type KeyScope, scopesOf } from '#contract/key-scopes.ts'
import { startGenerationApp } from '#tests/support/generation.ts'
import { newPerson } from '#tests/support/people.ts'
import type { TestApp } from '#tests/support/test-app.ts'

let app: TestApp
const keys = new Map<KeyScope, string>()
beforeAll(async () => {
  ;({ app } = await startGenerationApp())
  const person = await newPerson(app)
  for (const scope of KEY_SCOPES) {
    const body = { name: scope, scopes: [scope], calls_per_minute: 600 }
    keys.set(scope, (await person.call(api.apiKeys.create, { body })).key)
  }
  // Even of staff a key is not.
  await app.db.kysely
    .updateTable('users')
    .set({ is_staff: true, is_admin: true })
    .where('id', '=', person.id)
    .execute()
})
afterAll(() => app.dispose())

const endpoints: Endpoint[] = Object.values(api).flatMap((resource) => Object.values(resource))

/** The code of the error that a call of nothing in particular is answered with. */
async function codeFor({ method, path }: Endpoint, key: string): Promise<string | null> {
  const id = '01890000-0000-7000-8000-000000000000'
  const hasBody = method !== 'GET'
  const response = await fetch(app.url + path.replaceAll(/:\w+/g, id), {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(hasBody && { 'content-type': 'application/json' }),
    },
    ...(hasBody && { body: '{"no_call_takes_this":1}' }),
  })
  await response.body?.cancel()
  return response.headers.get('x-error-code')
}

/** What of a call becomes, where it is refused because of the key. */
function refusal(endpoint: Endpoint, scope: KeyScope): string | null {
  const { access, method } = endpoint
  if (access === 'anonymous' || (access === 'public' && method === 'GET')) return null
  if (access === 'staff' || access === 'admin') return 'not_found'
  const allowed = access !== 'session' && scopesOf(endpoint).includes(scope)
  return allowed ? null : 'permission_denied'
}

test.each(KEY_SCOPES)(
  'a key with the scope %s makes its calls and no others',
  async (scope) => {
    const wrong: string[] = []
    for (const endpoint of endpoints) {
      const expected = refusal(endpoint, scope)
      const code = await codeFor(endpoint, keys.get(scope)!)
      const isRight = expected === null ? code !== 'permission_denied' : code === expected
      if (!isRight) wrong.push(`${endpoint.method} ${endpoint.path}: ${code}, not ${expected}`)
    }
    expect(wrong).toEqual([])
  },
  60_000,
)

test('no scope names a call about money, the account, keys, webhooks, consent or administration', () => {
  const named = endpoints.filter((endpoint) => scopesOf(endpoint).length > 0)
  const never =
    /billing|checkout|account|api_keys|webhook|admin|consent|statement|dashboards|shares/
  expect(named.map(({ path }) => path).filter((path) => never.test(path))).toEqual([])
  expect(named.filter(({ method }) => method === 'DELETE' || method === 'PATCH')).toEqual([])
  const ofAccount = named.filter((endpoint) => scopesOf(endpoint).includes('account'))
  expect(ofAccount.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([
    'GET /api/credits/',
    'GET /api/credits/usage/',
    'GET /api/users/me/',
  ])
})
