import { api } from '#contract/index.ts'
import { codeOf } from './authenticator.ts'
import { newPerson, PASSWORD, type TestPerson } from './people.ts'
import type { TestApp } from './test-app.ts'

/** Somebody who has a second factor. */
interface ProtectedPerson extends TestPerson {
  /** Secret of the authenticator app, in base32. */
  secret: string
  /** The code that the set-up took; half a minute later an app shows another one. */
  used: string
  /** Recovery codes. */
  codes: string[]
}

/** A person whose app was set up; of its codes that of the next step is the first to use. */
export async function protectedPerson(app: TestApp): Promise<ProtectedPerson> {
  const person = await newPerson(app)
  const { secret } = await person.call(api.secondFactor.begin, { body: { password: PASSWORD } })
  const used = codeOf(secret)
  const { recovery_codes: codes } = await person.call(api.secondFactor.finish, {
    body: { code: used },
  })
  if (!codes) throw new Error('A first factor comes with recovery codes.')
  return { ...person, secret, used, codes }
}
