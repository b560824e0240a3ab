import { type JsonServer, startJsonServer } from './json-server.ts'

/** Starts a server that answers as Stripe when it is asked about a key: it takes every key without `wrong` in it. */
export const startStripeKeysDouble = (): Promise<JsonServer> =>
  startJsonServer((_url, { headers: { authorization: key = '' } }) =>
    key.includes('wrong')
      ? {
          status: 401,
          body: { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } },
        }
      : { status: 200, body: { object: 'balance', livemode: key.includes('_live_') } },
  )
