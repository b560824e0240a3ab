import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brandFiles, showBrands } from '#brands/index.ts'
import { api } from '#contract/index.ts'
import { BUILT_IN_LEGAL_VERSION } from '#contract/legal-texts.ts'
import { newAdmin, PASSWORD, type TestPerson } from '#tests/support/people.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let admin: TestPerson
beforeAll(async () => {
  app = await startTestApp({ env: { ROLES: 'web' } })
  admin = await newAdmin(app)
})
afterAll(async () => {
  await app.dispose()
  showBrands(brandFiles)
})

const HOST = 'easel.localhost'
const params = { id: 'easel' }

async function register() {
  const email = `${randomUUID()}@example.com`
  const answer = await app.context.http!.inject({
    method: 'POST',
    url: api.accounts.register.path,
    headers: { host: HOST },
    payload: { first_name: 'Eve', email, password1: PASSWORD, password2: PASSWORD },
  })
  expect(answer.statusCode).toBe(201)
  const { key } = await app.call(api.accounts.login, { body: { email, password: PASSWORD } })
  return app.as(key)
}
const acceptedBy = async (call: TestPerson['call']) =>
  (await call(api.account.export, {})).legal_texts
const read = async (language = 'en') => {
  const answer = await app.context.http!.inject({
    method: 'GET',
    url: '/api/legal/terms/',
    headers: { host: HOST, 'x-page-url': language === 'es' ? '/es/login' : '/login' },
  })
  return answer.json<{ version: string; text: string | null }>()
}

test('an account keeps the versions that it was opened with, with their wording', async () => {
  expect(await read()).toEqual({ version: BUILT_IN_LEGAL_VERSION, text: null })
  const first = await register()
  const builtIn = { brand: 'easel', version: BUILT_IN_LEGAL_VERSION, text: null }
  expect(await acceptedBy(first)).toMatchObject([
    { kind: 'privacy', ...builtIn },
    { kind: 'terms', ...builtIn },
  ])

  const terms = { en: '# Rules\n\nBe kind.', es: '# Reglas\n\nSé amable.' }
  await admin.call(api.adminBrands.change, { params, body: { terms } })
  const shown = await read()
  expect(shown).toEqual({ version: expect.stringMatching(/^[0-9a-f]{16}$/), text: terms.en })
  expect(await read('es')).toEqual({ version: shown.version, text: terms.es })
  const second = await register()

  const later = { ...terms, en: '# Rules\n\nBe very kind.' }
  await admin.call(api.adminBrands.change, { params, body: { terms: later } })
  expect((await read()).version).not.toBe(shown.version)
  const own = { kind: 'terms', brand: 'easel', version: shown.version, text: terms }
  expect(await acceptedBy(second)).toMatchObject([{ kind: 'privacy', ...builtIn }, own])
  expect(await acceptedBy(first)).toMatchObject([
    { kind: 'privacy', ...builtIn },
    { kind: 'terms', ...builtIn },
  ])

  // Whoever goes back to a wording goes back to its version.
  await admin.call(api.adminBrands.undo, { params, body: {} })
  expect(await read()).toEqual(shown)

  const { profile } = await second(api.account.export, {})
  const person = await admin.call(api.adminPeople.read, { params: { id: profile.id } })
  expect(person.legal_texts).toMatchObject([
    { kind: 'privacy', version: BUILT_IN_LEGAL_VERSION },
    { kind: 'terms', version: shown.version },
  ])
  await admin.call(api.adminBrands.change, { params, body: { terms: null } })
  expect((await read()).text).toBeNull()
})

test('an account that the operator opened agreed to nothing', async () => {
  expect(await acceptedBy(admin.call)).toEqual([])
})
