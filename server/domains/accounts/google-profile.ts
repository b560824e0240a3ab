import { z } from 'zod'
import type { SocialProfile } from './join-social-account.ts'
import { askProvider, notConfigured, providerError, refusedToken } from './provider-errors.ts'
import type { AccountsContext } from './types.ts'

const TIMEOUT_MS = 10_000
const MAX_BYTES = 64 * 1024

/** Google sends some of these as text, some as they are. */
const TokenInfo = z.object({
  aud: z.string(),
  sub: z.string().min(1),
  expires_in: z.coerce.number(),
})
const UserInfo = z.object({
  sub: z.string().min(1),
  email: z.string().optional(),
  email_verified: z.union([z.boolean(), z.enum(['true', 'false'])]).optional(),
  given_name: z.string().optional(),
  family_name: z.string().optional(),
})

function parsedBody<S extends z.ZodType>(
  schema: S,
  answer: { status: number; body: unknown },
): z.output<S> {
  if (answer.status === 400 || answer.status === 401) throw refusedToken()
  const parsed = schema.safeParse(answer.body)
  if (answer.status !== 200 || !parsed.success) {
    throw providerError('Google', `unexpected answer with status ${answer.status}`)
  }
  return parsed.data
}

/**
 * Who a Google access token belongs to. A token that Google gave to another application is refused: that
 * application could sign in here as its users.
 * @throws {AppError} `invalid`, `provider_not_configured`, `provider_error`
 */
export async function readGoogleProfile(
  { config, outbound }: AccountsContext,
  accessToken: string,
): Promise<SocialProfile> {
  const { clientId, tokenInfoUrl, userInfoUrl } = config.google
  if (clientId === null) throw notConfigured('Google')
  const options = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES }

  const tokenUrl = new URL(tokenInfoUrl)
  tokenUrl.searchParams.set('access_token', accessToken)
  const token = parsedBody(
    TokenInfo,
    await askProvider('Google', () => outbound.send(tokenUrl.href, options)),
  )
  if (token.aud !== clientId || !(token.expires_in > 0)) throw refusedToken()

  const headers = { authorization: `Bearer ${accessToken}` }
  const user = parsedBody(
    UserInfo,
    await askProvider('Google', () => outbound.send(userInfoUrl, { ...options, headers })),
  )
  if (user.sub !== token.sub) throw refusedToken()
  return {
    provider: 'google',
    id: user.sub,
    email: user.email ?? null,
    emailVerified: user.email_verified === true || user.email_verified === 'true',
    firstName: user.given_name ?? '',
    lastName: user.family_name ?? '',
  }
}
