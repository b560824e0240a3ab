import type { FastifyPluginAsync } from 'fastify'
import { notFound } from '#server/platform/errors.ts'
import { escapeHtml } from '#server/platform/escape-html.ts'
import type { Inbox, InboxMail } from '#server/platform/mail/index.ts'
import { htmlPage } from './html.ts'

const REFRESH_SECONDS = 4

function linkHtml(url: string): string {
  return `<li><a href="${escapeHtml(url)}">${escapeHtml(url)}</a></li>`
}

function mailHtml(mail: InboxMail): string {
  const time = mail.sentAt.toISOString()
  return `<article>
<a href="/dev/inbox/${encodeURIComponent(mail.id)}"><strong>${escapeHtml(mail.subject)}</strong></a>
<div class="quiet">from ${escapeHtml(mail.sender)} to ${escapeHtml(mail.to)}, <time datetime="${time}">${time.slice(0, 19).replace('T', ' ')} UTC</time></div>
<ul>${mail.links.map(linkHtml).join('')}</ul>
</article>`
}

function inboxPage(mails: InboxMail[]): string {
  const empty = '<p>No email yet. This page looks again by itself.</p>'
  return htmlPage(
    'Inbox',
    `<p class="quiet">Emails that this installation would send; it has no SMTP_URL, so they stay here.</p>
${mails.length === 0 ? empty : mails.map(mailHtml).join('\n')}`,
    { head: `<meta http-equiv="refresh" content="${REFRESH_SECONDS}">` },
  )
}

/** `/dev/inbox` (a page that refreshes itself), `/dev/inbox.json`, and each mail's HTML. */
export function devInbox(inbox: Inbox): FastifyPluginAsync {
  return async (app) => {
    app.get('/dev/inbox', async (_request, reply) => {
      const page = inboxPage(await inbox.list())
      return reply.header('Cache-Control', 'no-store').type('text/html; charset=utf-8').send(page)
    })
    app.get('/dev/inbox.json', async (_request, reply) => {
      const mails = await inbox.list()
      return reply.header('Cache-Control', 'no-store').send(
        mails.map(({ id, to, sender, subject, text, html, links }) => ({
          id,
          to,
          sender,
          subject,
          text,
          html,
          links,
        })),
      )
    })
    app.get<{ Params: { id: string } }>('/dev/inbox/:id', async (request, reply) => {
      const mail = await inbox.find(request.params.id)
      if (!mail) throw notFound()
      return reply
        .header('Cache-Control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(mail.html)
    })
  }
}
