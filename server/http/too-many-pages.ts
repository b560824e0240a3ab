import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#server/platform/errors.ts'
import { escapeHtml } from '#server/platform/escape-html.ts'
import { inLanguage, t } from '#server/texts/index.ts'
import { htmlPage } from './html.ts'
import { languageOfPage } from './request-language.ts'

type HandleError = (error: Error, request: FastifyRequest, reply: FastifyReply) => void

/**
 * Answers a browser that has opened too many pages with a small page; any other error goes on to the handler of the whole app.
 * @param languages that are offered, English first
 */
export const tooManyPages =
  (languages: readonly string[]): HandleError =>
  (error, request, reply) => {
    const isPage = request.headers.accept?.includes('text/html')
    if (!(error instanceof AppError) || error.code !== 'throttled' || !isPage) throw error
    const language = languageOfPage(request.url, languages) ?? 'en'
    const title = inLanguage(language, t('requests.tooManyPages'))
    const text = inLanguage(language, t('requests.waitAMinute'))
    void reply
      .code(error.status)
      .headers({
        'Retry-After': String(Math.ceil(error.retryAfterSeconds ?? 1)),
        'Cache-Control': 'no-store',
      })
      .type('text/html; charset=utf-8')
      .send(htmlPage(title, `<p>${escapeHtml(text)}</p>`, { language }))
  }
