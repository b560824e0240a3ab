import { type JsonServer, startJsonServer } from './json-server.ts'

/** Stripe as whoever has a key asks about it: the key is taken unless it says itself that it is wrong. */
export const startStripeKeysDouble = (): Promise<JsonServer> =>
  startJsonServer((_url, { headers: { authorization: key = '' } }) =>
    key.includes('wrong')
      ? {
          status: 401,
          body: { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } },
        }
      : { status: 200, body: { object: 'balance', livemode: key.includes('_live_') } },
  )
