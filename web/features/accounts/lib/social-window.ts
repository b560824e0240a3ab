import { paths } from '#contract/paths.ts'
import { randomId } from '#web/lib/random-id.ts'

export type Provider = 'google' | 'facebook'

const CHANNEL = 'sign-in'
const PATIENCE_MS = 600_000

interface Answer {
  state: string
  /** Null when the person or the provider refused. */
  accessToken: string | null
  error: string | null
}

function authorizeUrl(provider: Provider, clientId: string, state: string): string {
  const common = {
    client_id: clientId,
    redirect_uri: `${window.location.origin}${paths.signInCallback.link()}`,
    response_type: 'token',
    state,
  }
  const [base, scope] =
    provider === 'google'
      ? ['https://accounts.google.com/o/oauth2/v2/auth', 'openid profile email']
      : ['https://www.facebook.com/dialog/oauth', 'public_profile,email']
  return `${base}?${new URLSearchParams({ ...common, scope }).toString()}`
}

/**
 * Opens the provider's page in a window of its own (implicit flow) and waits for its answer. Must be
 * called from a click, else the browser blocks the window.
 * @returns an access token of the provider, or null if nothing came (a closed window looks the same as one
 *   whose page keeps itself apart, so it is not asked)
 * @throws Error when the provider refused or the window could not be opened
 */
export async function askProvider(provider: Provider, clientId: string): Promise<string | null> {
  const state = randomId()
  const popup = window.open(
    authorizeUrl(provider, clientId, state),
    'sign-in',
    'popup,width=500,height=650',
  )
  if (!popup) throw new Error('The browser blocked the login window.')
  const channel = new BroadcastChannel(CHANNEL)
  try {
    return await new Promise<string | null>((resolve, reject) => {
      const patience = setTimeout(() => resolve(null), PATIENCE_MS)
      channel.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
        if (data.state !== state) return
        clearTimeout(patience)
        if (data.accessToken === null) reject(new Error(data.error ?? 'The login was refused.'))
        else resolve(data.accessToken)
      })
    })
  } finally {
    channel.close()
  }
}

/** Runs in the window that the provider sent back: hands its answer to the page that opened it. */
export function answerOpener(fragment: string): void {
  const values = new URLSearchParams(fragment.replace(/^#/, ''))
  const channel = new BroadcastChannel(CHANNEL)
  const answer: Answer = {
    state: values.get('state') ?? '',
    accessToken: values.get('access_token'),
    error: values.get('error_description') ?? values.get('error'),
  }
  channel.postMessage(answer)
  channel.close()
  window.close()
}
