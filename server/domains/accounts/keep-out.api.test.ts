import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { api } from '#contract/index.ts'
import { mailsTo } from '#tests/support/inbox.ts'
import { newAdmin, newPerson, PASSWORD } from '#tests/support/people.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { solve } from '#tests/support/trials.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({
    env: {
      PROOF_OF_WORK: 'on',
      DISPOSABLE_ADDRESSES: 'refuse',
      DISPOSABLE_DOMAINS: 'short.example',
    },
    overrides: { engines: [] },
  })
})
afterAll(() => app.dispose())

const newEmail = () => `${randomUUID()}@example.com`

async function prove(): Promise<string> {
  const { challenge } = await app.call(api.accounts.challenge, {})
  return solve(challenge!)
}

const register = (email: string, altcha?: string) =>
  app.call(api.accounts.register, {
    body: { first_name: 'Ada', email, password1: PASSWORD, password2: PASSWORD, altcha },
  })

const askForReset = (email: string, altcha?: string) =>
  app.call(api.accounts.passwordReset, { body: { email, altcha } })

const refusal = (field: string) => ({
  status: 400,
  code: 'invalid',
  body: { [field]: expect.any(Array) },
})

describe('the proof of work', () => {
  it('opens one account for one solution', async () => {
    const email = newEmail()
    const altcha = await prove()
    await expect(register(email)).rejects.toMatchObject({
      status: 400,
      body: { altcha: ['Solve a challenge of /api/dj-rest-auth/challenge/ first.'] },
    })
    expect(await mailsTo(app, email)).toEqual([])
    await register(email, altcha)
    await expect.poll(async () => (await mailsTo(app, email)).length).toBe(1)
    await expect(register(newEmail(), altcha)).rejects.toMatchObject(refusal('altcha'))
  })

  it('is not used up by a password that is refused', async () => {
    const altcha = await prove()
    const body = {
      first_name: 'Ada',
      email: newEmail(),
      password1: 'short',
      password2: 'short',
      altcha,
    }
    await expect(app.call(api.accounts.register, { body })).rejects.toMatchObject(
      refusal('password1'),
    )
    await register(newEmail(), altcha)
  })

  it('refuses what was not made here, and what was made easier', async () => {
    const { challenge } = await app.call(api.accounts.challenge, {})
    const easier = { ...challenge!, parameters: { ...challenge!.parameters, cost: 1 } }
    await expect(register(newEmail(), await solve(easier))).rejects.toMatchObject(refusal('altcha'))
    const trial = await app.call(api.trials.challenge, {})
    await expect(register(newEmail(), await solve(trial))).rejects.toMatchObject(refusal('altcha'))
    await expect(register(newEmail(), 'nonsense')).rejects.toMatchObject(refusal('altcha'))
  })

  it('is asked for a reset link, too', async () => {
    const { email } = await newPerson(app)
    await expect(askForReset(email)).rejects.toMatchObject(refusal('altcha'))
    expect(await mailsTo(app, email)).toEqual([])
    await askForReset(email, await prove())
    await expect.poll(async () => (await mailsTo(app, email)).length).toBe(1)
  })
})

describe('disposable addresses', () => {
  it('open no account, whether they have one or not', async () => {
    for (const domain of ['mailinator.com', 'inbox.short.example']) {
      const email = `${randomUUID()}@${domain}`
      await expect(register(email, await prove())).rejects.toMatchObject(refusal('email'))
    }
    const owner = `${randomUUID()}@mailinator.com`
    await app.context.accounts.createUser({ email: owner, password: PASSWORD })
    await expect(register(owner, await prove())).rejects.toMatchObject(refusal('email'))
  })

  it('are no new address of an account', async () => {
    const person = await newPerson(app)
    const change = (email: string) =>
      person.call(api.account.changeEmail, { body: { email, password: PASSWORD } })
    await expect(change('ada@mailinator.com')).rejects.toMatchObject(refusal('email'))
    await change(newEmail())
  })

  it('are accepted from somebody who was invited', async () => {
    const admin = await newAdmin(app)
    const email = `${randomUUID()}@mailinator.com`
    const { link } = await admin.call(api.adminInvitations.create, { body: { email } })
    const invitation = new URL(link).searchParams.get('invitation')!
    const body = { first_name: 'Ada', email, password1: PASSWORD, password2: PASSWORD, invitation }
    const opened = await app.call(api.accounts.register, {
      body: { ...body, altcha: await prove() },
    })
    expect(opened).toMatchObject({ state: 'confirmed' })
  })
})

it('a test installation asks for neither, until an administrator switches them on', async () => {
  const test = await startTestApp({ overrides: { engines: [] } })
  onTestFinished(() => test.dispose())
  const open = () =>
    test.call(api.accounts.register, {
      body: {
        first_name: 'Ada',
        email: `${randomUUID()}@mailinator.com`,
        password1: PASSWORD,
        password2: PASSWORD,
      },
    })
  expect(await test.call(api.accounts.challenge, {})).toEqual({ challenge: null })
  await open()
  const admin = await newAdmin(test)
  await admin.call(api.adminSettings.change, { body: { DISPOSABLE_ADDRESSES: 'refuse' } })
  await expect
    .poll(() => open().catch((error: { body: object }) => Object.keys(error.body)))
    .toEqual(['email'])
  await admin.call(api.adminSettings.change, { body: { PROOF_OF_WORK: 'on' } })
  await expect
    .poll(async () => (await test.call(api.accounts.challenge, {})).challenge)
    .toMatchObject({ parameters: { algorithm: 'PBKDF2/SHA-256' } })
})
