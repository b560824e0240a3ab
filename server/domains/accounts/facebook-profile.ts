import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { SocialProfile } from './join-social-account.ts'
import { askProvider, notConfigured, providerError, refusedToken } from './provider-errors.ts'
import type { AccountsContext } from './types.ts'

const OPTIONS = { timeoutMs: 10_000, maxBytes: 64 * 1024 }
/** The Graph API's code for a token that is wrong or has expired. */
const BAD_TOKEN = 190

const TokenInfo = z.object({
  data: z.object({
    is_valid: z.boolean(),
    app_id: z.string().optional(),
    user_id: z.string().optional(),
  }),
})
const Me = z.object({
  id: z.string().min(1),
  name: z.string().optional(),
  first_name: z.string().optional(),
  last_name: z.string().optional(),
  email: z.string().optional(),
})
const Failure = z.object({ error: z.object({ code: z.number() }) })

function parsedBody<S extends z.ZodType>(
  schema: S,
  { status, body }: { status: number; body: unknown },
): z.output<S> {
  const parsed = schema.safeParse(body)
  if (status !== 200 || !parsed.success) {
    throw providerError('Facebook', `unexpected answer with status ${status}`)
  }
  return parsed.data
}

/**
 * Who a Facebook access token belongs to. A token that Facebook gave to another application is refused.
 * Facebook does not say whether it has checked an address, so it counts as unchecked.
 * @throws {AppError} `invalid`, `provider_not_configured`, `provider_error`
 */
export async function readFacebookProfile(
  { config, outbound }: AccountsContext,
  accessToken: string,
): Promise<SocialProfile> {
  const { appId, appSecret, graphUrl } = config.facebook
  if (appId === null || appSecret === null) throw notConfigured('Facebook')
  const ask = (path: string, query: Record<string, string>) => {
    const url = `${graphUrl}/${path}?${new URLSearchParams(query).toString()}`
    return askProvider('Facebook', () => outbound.send(url, OPTIONS))
  }

  const { data: token } = parsedBody(
    TokenInfo,
    await ask('debug_token', {
      input_token: accessToken,
      access_token: `${appId}|${appSecret}`,
    }),
  )
  if (!token.is_valid || token.app_id !== appId) throw refusedToken()

  const answer = await ask('me', {
    fields: 'id,name,first_name,last_name,email',
    access_token: accessToken,
    appsecret_proof: createHmac('sha256', appSecret).update(accessToken).digest('hex'),
  })
  if (Failure.safeParse(answer.body).data?.error.code === BAD_TOKEN) throw refusedToken()
  const me = parsedBody(Me, answer)
  if (me.id !== token.user_id) throw refusedToken()
  return {
    provider: 'facebook',
    id: me.id,
    email: me.email ?? null,
    emailVerified: false,
    firstName: me.first_name ?? me.name ?? '',
    lastName: me.last_name ?? '',
  }
}
