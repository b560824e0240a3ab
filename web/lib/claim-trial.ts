import { api, call } from './api.ts'

/** The token of the tried photo whose page a path is; none of any other page. */
export function trialOf(path: string | undefined): string | undefined {
  const [, token] = /^(?:\/\w\w)?\/try\/([\w-]+)$/.exec(path ?? '') ?? []
  return token
}

/**
 * Claims the photo whose page somebody goes on to, so that it is kept while the mail is on its way.
 * @returns whether there is one and it is kept from now on
 */
export async function claimTrialOf(path: string | undefined): Promise<boolean> {
  const token = trialOf(path)
  if (token === undefined) return false
  try {
    await call(api.trials.claim, { params: { token }, body: {} })
    return true
  } catch {
    // The page itself claims it again, and says what is wrong.
    return false
  }
}
