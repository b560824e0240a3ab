import { createHmac } from 'node:crypto'
import { type JsonAnswer, type JsonServer, startJsonServer } from './json-server.ts'

export interface FacebookAccount {
  /** Application that the token was given to. */
  appId: string
  id: string
  name: string
  email?: string
}

export interface FacebookDouble extends JsonServer {
  graphUrl: string
  appId: string
  appSecret: string
  /** Who each access token belongs to. */
  tokens: Map<string, FacebookAccount>
  /** Answers every call from now on, while set. */
  failure: JsonAnswer | null
  /** `user_id` that debug_token answers instead of the right one. */
  userId: string | null
}

function graphError(status: number, code: number, message: string): JsonAnswer {
  return { status, body: { error: { message, type: 'OAuthException', code, fbtrace_id: 'A1' } } }
}

/** The Graph API's debug_token and me. It insists on the application's secret and on the proof of it. */
export async function startFacebook(): Promise<FacebookDouble> {
  const tokens = new Map<string, FacebookAccount>()
  const appId = '1234567890'
  const appSecret = 'facebook-app-secret'

  function debugToken(query: URLSearchParams): JsonAnswer {
    if (query.get('access_token') !== `${appId}|${appSecret}`) {
      return graphError(400, 190, 'Invalid OAuth access token signature.')
    }
    const account = tokens.get(query.get('input_token') ?? '')
    if (!account) {
      const error = { code: 190, message: 'Invalid OAuth access token.' }
      return { status: 200, body: { data: { error, is_valid: false, scopes: [] } } }
    }
    return {
      status: 200,
      body: {
        data: {
          app_id: account.appId,
          type: 'USER',
          application: 'Atelier',
          is_valid: true,
          user_id: double.userId ?? account.id,
          scopes: ['email', 'public_profile'],
          expires_at: Math.floor(Date.now() / 1000) + 3600,
        },
      },
    }
  }

  function me(query: URLSearchParams): JsonAnswer {
    const token = query.get('access_token') ?? ''
    const account = tokens.get(token)
    if (!account) return graphError(400, 190, 'Invalid OAuth access token.')
    if (
      query.get('appsecret_proof') !== createHmac('sha256', appSecret).update(token).digest('hex')
    ) {
      return graphError(400, 100, 'Invalid appsecret_proof provided in the API argument')
    }
    const { id, name, email } = account
    const all: Record<string, unknown> = { id, name, first_name: name.split(' ')[0], email }
    const fields = new Set(['id', ...(query.get('fields') ?? '').split(',')])
    return {
      status: 200,
      body: Object.fromEntries(Object.entries(all).filter(([field]) => fields.has(field))),
    }
  }

  const server = await startJsonServer((url) => {
    if (double.failure) return double.failure
    if (url.pathname === '/v23.0/debug_token') return debugToken(url.searchParams)
    if (url.pathname === '/v23.0/me') return me(url.searchParams)
    return graphError(404, 2500, 'Unknown path components')
  })
  const double: FacebookDouble = {
    ...server,
    graphUrl: `${server.url}/v23.0`,
    appId,
    appSecret,
    tokens,
    failure: null,
    userId: null,
  }
  return double
}
