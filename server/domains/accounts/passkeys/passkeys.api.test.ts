import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '#tests/support/client.ts'
import { api } from '#contract/index.ts'
import { codeOf } from '#tests/support/authenticator.ts'
import { fetchTransport } from '#tests/support/fetch-transport.ts'
import { mailsTo } from '#tests/support/inbox.ts'
import { logInTwice, questionOf } from '#tests/support/log-in.ts'
import { SoftwareAuthenticator } from '#tests/support/passkeys.ts'
import { newPerson, PASSWORD, type TestPerson } from '#tests/support/people.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { relyingPartyOf } from './relying-party.ts'

const ORIGIN = 'http://studio.localhost:3000'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ env: { ROLES: 'web', PUBLIC_URL: ORIGIN } })
})
afterAll(() => app.dispose())

const clientAt = (token?: string) =>
  createClient(
    fetchTransport(`http://127.0.0.1:${app.config.port}`, {
      headers: token === undefined ? {} : { authorization: `Token ${token}` },
    }),
    { validate: true },
  )

async function newOwner(): Promise<TestPerson> {
  const person = await newPerson({ ...app, call: clientAt(), as: clientAt })
  return { ...person, call: clientAt(person.token) }
}

async function addPasskey(person: TestPerson, key = new SoftwareAuthenticator(), proof = {}) {
  const options = await person.call(api.passkeys.begin, { body: { password: PASSWORD, ...proof } })
  const body = { name: 'Phone', credential: key.register(options, ORIGIN) }
  return { key, ...(await person.call(api.passkeys.finish, { body })) }
}

/** Under its address the app is not there. */
const mailsOf = ({ email }: TestPerson) =>
  mailsTo({ ...app, url: `http://127.0.0.1:${app.config.port}` }, email)
const enter = ({ email }: TestPerson) =>
  questionOf(clientAt()(api.accounts.login, { body: { email, password: PASSWORD } }))
const pass = (challenge: string, assertion: ReturnType<SoftwareAuthenticator['answer']>) =>
  clientAt()(api.accounts.passSecondFactor, { body: { challenge, assertion } })

const REFUSED = { status: 400, body: { assertion: [expect.any(String)] } }
const ALONE = 'your password alone opens your account'
const NOT_MADE = { status: 400, body: { credential: [expect.any(String)] } }

describe('adding a passkey', () => {
  it('takes the password, gives recovery codes with the first, and is told by email', async () => {
    const person = await newOwner()
    await expect(person.call(api.passkeys.begin, { body: {} })).rejects.toMatchObject({
      status: 400,
    })
    const first = await addPasskey(person)
    expect(first).toMatchObject({ name: 'Phone', host: 'studio.localhost', last_used_at: null })
    expect(new Set(first.recovery_codes ?? []).size).toBe(10)
    // The login is older than the first: it has passed none.
    await expect(addPasskey(person)).rejects.toMatchObject({ body: { code: [expect.any(String)] } })
    const second = await addPasskey(person, undefined, { code: first.recovery_codes![0]! })
    expect(second.recovery_codes).toBeNull()
    const { results } = await person.call(api.passkeys.list, {})
    expect(results.map(({ id }) => id)).toEqual([first.id, second.id])
    expect(await person.call(api.secondFactor.read, {})).toEqual({
      since: null,
      passkeys: 2,
      recovery_codes_left: 9,
    })
    const [mail] = await mailsOf(person)
    expect(mail!.subject).toBe('A passkey was added to your account')
    const { sign_in: signIn } = await person.call(api.account.export, {})
    expect(signIn.passkeys.map(({ id }) => id)).toEqual([first.id, second.id])
  })

  it('leaves out those that are there, and refuses a known one', async () => {
    const person = await newOwner()
    const { key, recovery_codes: codes } = await addPasskey(person)
    const body = { password: PASSWORD, code: codes![0]! }
    const options = await person.call(api.passkeys.begin, { body })
    expect(options.excludeCredentials).toEqual([
      { type: 'public-key', id: key.id.toString('base64url'), transports: ['internal'] },
    ])
    const other = await newOwner()
    await expect(addPasskey(other, key)).rejects.toMatchObject({ status: 409 })
    expect((await other.call(api.passkeys.list, {})).results).toEqual([])
  })

  it('answers its challenge once, within ten minutes, for its owner at its origin', async () => {
    const person = await newOwner()
    const other = await newOwner()
    const key = new SoftwareAuthenticator()
    const begin = () => person.call(api.passkeys.begin, { body: { password: PASSWORD } })
    const finish = (credential: ReturnType<SoftwareAuthenticator['register']>, by = person) =>
      by.call(api.passkeys.finish, { body: { name: 'Phone', credential } })
    const foreign = key.register(await begin(), 'http://studio.localhost.evil:3000')
    await expect(finish(foreign)).rejects.toMatchObject(NOT_MADE)
    // Its challenge was used up.
    await expect(finish(foreign)).rejects.toMatchObject({ status: 409 })
    const options = await begin()
    const elsewhere = { ...options, rp: { ...options.rp, id: 'evil.example' } }
    await expect(finish(key.register(elsewhere, ORIGIN))).rejects.toMatchObject(NOT_MADE)
    const late = key.register(await begin(), ORIGIN)
    await expect(finish(late, other)).rejects.toMatchObject({ status: 409 })
    await app.db.kysely
      .updateTable('passkey_set_ups')
      .set({ expires_at: sql<Date>`expires_at - interval '10 minutes'` })
      .where('user_id', '=', person.id)
      .execute()
    await expect(finish(late)).rejects.toMatchObject({ status: 409 })
    const nonsense = { ...late, response: { ...late.response, clientDataJSON: 'bm9uc2Vuc2U' } }
    await expect(finish(nonsense)).rejects.toMatchObject(NOT_MADE)
    await finish(key.register(await begin(), ORIGIN))
  })

  it('takes a code, too, where there is a second factor and the login was some time ago', async () => {
    const person = await newOwner()
    const { secret } = await person.call(api.secondFactor.begin, { body: { password: PASSWORD } })
    await person.call(api.secondFactor.finish, { body: { code: codeOf(secret) } })
    await app.db.kysely
      .updateTable('sessions')
      .set({ created_at: sql<Date>`created_at - interval '1 hour'` })
      .where('user_id', '=', person.id)
      .execute()
    await expect(addPasskey(person)).rejects.toMatchObject({
      body: { code: ['This field is required.'] },
    })
    const { recovery_codes: codes } = await addPasskey(person, undefined, {
      code: codeOf(secret, 1),
    })
    expect(codes).toBeNull()
    expect((await enter(person)).methods).toEqual(['assertion', 'code', 'recovery_code'])
  })
})

describe('a login with a passkey', () => {
  it('asks for those of the account, and accepts one once', async () => {
    const person = await newOwner()
    const { key, id } = await addPasskey(person)
    const question = await enter(person)
    expect(question).toMatchObject({
      methods: ['assertion', 'recovery_code'],
      passkey: { challenge: question.challenge, rpId: 'studio.localhost' },
    })
    const answer = key.answer(question.passkey!, ORIGIN)
    const { key: token } = await pass(question.challenge, answer)
    expect((await clientAt(token)(api.users.me, {})).email).toBe(person.email)
    await expect(pass(question.challenge, answer)).rejects.toMatchObject({ status: 410 })
    // An answer to another challenge is none to this one.
    await expect(pass((await enter(person)).challenge, answer)).rejects.toMatchObject(REFUSED)
    const { results } = await person.call(api.passkeys.list, {})
    expect(results).toMatchObject([{ id, last_used_at: expect.any(String) }])
  })

  it('refuses another origin, another key, a changed signature and somebody else’s passkey', async () => {
    const person = await newOwner()
    const { key } = await addPasskey(person)
    const { key: others } = await addPasskey(await newOwner())
    const { challenge, passkey } = await enter(person)
    const right = key.answer(passkey!, ORIGIN)
    const bytes = Buffer.from(right.response.signature, 'base64url')
    bytes[bytes.length - 1]! ^= 1
    const forged = new SoftwareAuthenticator().answer(passkey!, ORIGIN)
    for (const wrong of [
      key.answer(passkey!, 'https://evil.example'),
      { ...right, response: { ...right.response, signature: bytes.toString('base64url') } },
      { ...forged, id: right.id, rawId: right.rawId },
      others.answer(passkey!, ORIGIN),
    ])
      await expect(pass(challenge, wrong)).rejects.toMatchObject(REFUSED)
    await pass(challenge, key.answer(passkey!, ORIGIN))
  })

  it('keeps the counter, refuses one that does not grow, and takes a passkey without one', async () => {
    const person = await newOwner()
    const { key, recovery_codes: codes } = await addPasskey(person)
    key.counter = 40
    const first = await enter(person)
    await pass(first.challenge, key.answer(first.passkey!, ORIGIN))
    // A copy of the authenticator, which counts from where it was copied.
    key.counter = 40
    const copied = await enter(person)
    await expect(pass(copied.challenge, key.answer(copied.passkey!, ORIGIN))).rejects.toMatchObject(
      REFUSED,
    )
    key.counter = 41
    await pass(copied.challenge, key.answer(copied.passkey!, ORIGIN))

    const silent = new SoftwareAuthenticator()
    silent.counter = null
    await addPasskey(person, silent, { code: codes![0]! })
    for (let times = 0; times < 2; times++) {
      const question = await enter(person)
      await pass(question.challenge, silent.answer(question.passkey!, ORIGIN))
    }
  })
})

describe('removing a passkey', () => {
  it('takes the password, and with the last one recovery codes go, too', async () => {
    const person = await newOwner()
    const { id, key, recovery_codes: codes } = await addPasskey(person)
    const other = await newOwner()
    const remove = (body: object, by = person) =>
      by.call(api.passkeys.remove, { params: { id }, body })
    await expect(remove({})).rejects.toMatchObject({ status: 400 })
    await expect(remove({ password: PASSWORD }, other)).rejects.toMatchObject({ status: 404 })
    const { challenge, passkey } = await enter(person)
    await remove({ password: PASSWORD, code: codes![0]! })
    await expect(pass(challenge, key.answer(passkey!, ORIGIN))).rejects.toMatchObject(REFUSED)
    expect(await person.call(api.secondFactor.read, {})).toEqual({
      since: null,
      passkeys: 0,
      recovery_codes_left: 0,
    })
    const body = { email: person.email, password: PASSWORD }
    await clientAt()(api.accounts.login, { body })
    expect((await mailsOf(person))[0]).toMatchObject({
      subject: 'A passkey was removed from your account',
      text: expect.stringContaining(ALONE),
    })
  })

  it('leaves the authenticator app as it is, and the other way round', async () => {
    const person = await newOwner()
    const { id, recovery_codes: codes } = await addPasskey(person)
    const proof = (number: number) => ({ password: PASSWORD, code: codes![number]! })
    const { secret } = await person.call(api.secondFactor.begin, { body: proof(1) })
    const finished = await person.call(api.secondFactor.finish, {
      body: { code: codeOf(secret) },
    })
    expect(finished.recovery_codes).toBeNull()
    await person.call(api.secondFactor.disable, { body: proof(2) })
    expect((await mailsOf(person))[0]).toMatchObject({
      subject: 'Your authenticator app was removed',
      text: expect.not.stringContaining(ALONE),
    })
    expect((await enter(person)).methods).toEqual(['assertion', 'recovery_code'])
    await person.call(api.passkeys.remove, { params: { id }, body: proof(3) })
    await expect(
      logInTwice(
        clientAt(),
        { email: person.email, password: PASSWORD },
        { recovery_code: codes![0]! },
      ),
    ).rejects.toThrow('not asked')
  })

  it('is done by the administrator’s reset, with everything else', async () => {
    const person = await newOwner()
    await addPasskey(person)
    await app.context.accounts.setUser({ email: person.email, secondFactor: false })
    expect((await person.call(api.passkeys.list, {})).results).toEqual([])
  })
})

describe('the relying party', () => {
  it.each([
    ['studio.example', 'https://studio.example', 'studio.example', ['https://studio.example']],
    [
      'easel.localhost:3000',
      'http://localhost:3000',
      'easel.localhost',
      ['http://easel.localhost:3000'],
    ],
    ['localhost:3000', 'http://127.0.0.1:3000', 'localhost', ['http://localhost:3000']],
    // A host that nobody claims is not repeated.
    ['evil.example', 'https://studio.example', 'studio.example', ['https://studio.example']],
  ])('of a request to %s is the host of its brand', (host, publicUrl, id, origins) => {
    const site = relyingPartyOf(host, publicUrl)
    expect(site.id).toBe(id)
    expect(site.origins).toEqual(origins)
  })

  it('is not offered at an address that is a number', async () => {
    const numbered = await startTestApp({ env: { ROLES: 'web' } })
    try {
      const person = await newPerson(numbered)
      await expect(
        person.call(api.passkeys.begin, { body: { password: PASSWORD } }),
      ).rejects.toMatchObject({ status: 409 })
    } finally {
      await numbered.dispose()
    }
  })
})
