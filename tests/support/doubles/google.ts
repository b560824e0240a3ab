import { type JsonAnswer, type JsonServer, startJsonServer } from './json-server.ts'

export interface GoogleAccount {
  /** Application that the token was given to. */
  aud: string
  sub: string
  email?: string
  emailVerified?: boolean
  givenName?: string
  familyName?: string
  expiresIn?: number
}

export interface GoogleDouble extends JsonServer {
  tokenInfoUrl: string
  userInfoUrl: string
  /** Who each access token belongs to. */
  tokens: Map<string, GoogleAccount>
  /** Answers every call from now on, while set. */
  failure: JsonAnswer | null
  /** Changes what userinfo says, while set. */
  userInfo: Record<string, unknown> | null
}

/** Google's tokeninfo and userinfo (v3) as they answer for access tokens. */
export async function startGoogle(): Promise<GoogleDouble> {
  const tokens = new Map<string, GoogleAccount>()

  function tokenInfo(account: GoogleAccount | undefined): JsonAnswer {
    if (!account) {
      return { status: 400, body: { error: 'invalid_token', error_description: 'Invalid Value' } }
    }
    const expiresIn = account.expiresIn ?? 3599
    return {
      status: 200,
      body: {
        azp: account.aud,
        aud: account.aud,
        sub: account.sub,
        scope: 'openid https://www.googleapis.com/auth/userinfo.email',
        exp: String(Math.floor(Date.now() / 1000) + expiresIn),
        expires_in: String(expiresIn),
        ...(account.email !== undefined && {
          email: account.email,
          email_verified: String(account.emailVerified ?? true),
        }),
        access_type: 'online',
      },
    }
  }

  function userInfo(account: GoogleAccount | undefined): JsonAnswer {
    if (!account) {
      return {
        status: 401,
        body: { error: 'invalid_request', error_description: 'Invalid Credentials' },
      }
    }
    return {
      status: 200,
      body: {
        sub: account.sub,
        name: [account.givenName, account.familyName].join(' ').trim(),
        given_name: account.givenName,
        family_name: account.familyName,
        ...(account.email !== undefined && {
          email: account.email,
          email_verified: account.emailVerified ?? true,
        }),
        ...double.userInfo,
      },
    }
  }

  const server = await startJsonServer((url, request) => {
    if (double.failure) return double.failure
    if (url.pathname === '/tokeninfo') {
      return tokenInfo(tokens.get(url.searchParams.get('access_token') ?? ''))
    }
    const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    return userInfo(tokens.get(bearer))
  })
  const double: GoogleDouble = {
    ...server,
    tokenInfoUrl: `${server.url}/tokeninfo`,
    userInfoUrl: `${server.url}/oauth2/v3/userinfo`,
    tokens,
    failure: null,
    userInfo: null,
  }
  return double
}
