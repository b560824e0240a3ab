import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { userError } from '#server/platform/errors.ts'
import { ApiError } from '../wire/api-error.ts'
import type { Core } from '../core.ts'
import { decodeForm } from '../wire/form-params.ts'
import { checkoutPages } from './checkout-routes.ts'
import { invoicePages } from './invoice-routes.ts'
import { testPage } from './layout.ts'
import { pageLanguage } from './page-language.ts'
import { portalPages } from './portal-routes.ts'
import { sendPage } from './send-page.ts'

const WEIGHTS = ['400', '700'] as const
const YEAR_SECONDS = 31_536_000

/** A page sends only what was typed on it: another site's form is refused. */
function checkOrigin({ headers }: FastifyRequest): void {
  const { origin } = headers
  if (origin === undefined || (origin !== 'null' && new URL(origin).host === headers.host)) return
  throw userError('csrf_failed', 'This form was sent from another site.')
}

/** Answers of people who have the wrong address are pages too, in a language that their browser names. */
function sendFailure(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  error: ApiError,
): FastifyReply {
  const language = pageLanguage(headers['accept-language'])
  const { t } = language
  const isMissing = error.status === 404
  const title = isMissing ? t('failure.notFound') : t('failure.title')
  const about = error.code === 'portal_over' ? t('failure.portalOver') : t('failure.refused')
  return sendPage(
    reply.code(error.status),
    testPage({
      language,
      title,
      body: `<h1>${title}</h1><p>${isMissing ? t('failure.nothingHere') : about}</p>`,
    }),
  )
}

async function addFonts(app: FastifyInstance): Promise<void> {
  const { resolve } = createRequire(import.meta.url)
  for (const weight of WEIGHTS) {
    const file = resolve(`@fontsource/lato/files/lato-latin-${weight}-normal.woff2`)
    app.get(`/test-checkout/lato-${weight}.woff2`, async (_request, reply) =>
      reply
        .header('Cache-Control', `public, max-age=${YEAR_SECONDS}`)
        .type('font/woff2')
        .send(await readFile(file)),
    )
  }
}

/** The pages on which people pay and look after their cards. Whoever knows an address may use it, as at Stripe. */
export function testPages(core: Core): FastifyPluginAsync {
  return async (app) => {
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 16_384 },
      (_request, body, done) => done(null, decodeForm(String(body))),
    )
    app.addHook('onRequest', async (request, reply) => {
      if (request.method === 'POST') checkOrigin(request)
      reply.header('Cache-Control', 'no-store')
      reply.header('Referrer-Policy', 'same-origin')
    })
    app.setErrorHandler((error, request, reply) => {
      if (error instanceof ApiError) return sendFailure(request, reply, error)
      throw error
    })
    await addFonts(app)
    checkoutPages(app, core)
    portalPages(app, core)
    invoicePages(app, core)
  }
}
