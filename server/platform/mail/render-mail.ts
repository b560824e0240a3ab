import { escapeHtml } from '../escape-html.ts'

/** A mail as it is sent. */
export interface Mail {
  to: string
  /** The name that it comes from: that of the brand. */
  sender: string
  subject: string
  text: string
  html: string
  /** Addresses that the mail asks to open, in order. */
  links: string[]
  /** Address that ends this kind of mail with one press in the mail program (RFC 8058); left out: it always comes. */
  unsubscribe?: string
}

/** The sender of a mail. */
interface MailSite {
  /** The brand. */
  name: string
  /** Language that it is written in. */
  language: string
}

/** The words of a mail; the looks are the same for all. */
export interface MailContent {
  to: string
  subject: string
  /** Plain text, one entry a paragraph. */
  paragraphs: string[]
  /** The one thing to do. */
  button?: { label: string; url: string }
  /** Small print under the button. */
  notes: string[]
  /** As in {@link Mail}. */
  unsubscribe?: string
}

// Mail programs ignore style sheets, so every style stands on its element; tables hold the width in old ones.
const FONT = 'font-family:Lato,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif'
const PARAGRAPH = `margin:0 0 16px;${FONT};font-size:16px;line-height:24px;color:#25262b`
const NOTE = `margin:0 0 8px;${FONT};font-size:13px;line-height:20px;color:#6b7078`
const BUTTON = `display:inline-block;padding:12px 28px;border-radius:8px;background:#d6336c;color:#ffffff;${FONT};font-size:16px;font-weight:700;text-decoration:none`

/** Above the address of the button. */
const DEAD_BUTTON: Readonly<Record<string, string>> = {
  en: 'If the button does not work, open this address:',
  es: 'Si el botón no funciona, abre esta dirección:',
}

function buttonHtml({ label, url }: { label: string; url: string }, language: string): string {
  const address = escapeHtml(url)
  return `<p style="margin:8px 0 24px"><a href="${address}" style="${BUTTON}">${escapeHtml(label)}</a></p>
<p style="${NOTE}">${DEAD_BUTTON[language] ?? DEAD_BUTTON['en']}<br>
<a href="${address}" style="color:#d6336c;word-break:break-all">${address}</a></p>`
}

function html({ name, language }: MailSite, content: MailContent): string {
  const { subject, paragraphs, button, notes } = content
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:0;background:#f4f5f7">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f4f5f7">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px">
<tr><td style="padding:0 8px 16px;${FONT};font-size:20px;font-weight:700;color:#d6336c">${escapeHtml(name)}</td></tr>
<tr><td style="padding:32px;background:#ffffff;border-radius:12px">
<h1 style="margin:0 0 16px;${FONT};font-size:22px;line-height:28px;color:#25262b">${escapeHtml(subject)}</h1>
${paragraphs.map((paragraph) => `<p style="${PARAGRAPH}">${escapeHtml(paragraph)}</p>`).join('\n')}
${button ? buttonHtml(button, language) : ''}
${notes.map((note) => `<p style="${NOTE}">${escapeHtml(note)}</p>`).join('\n')}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

function text({ name }: MailSite, { paragraphs, button, notes }: MailContent): string {
  const parts = [
    ...paragraphs,
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    ...notes,
    name,
  ]
  return `${parts.join('\n\n')}\n`
}

/** Lays a mail out as HTML and as plain text. */
export function renderMail(site: MailSite, content: MailContent): Mail {
  return {
    to: content.to,
    sender: site.name,
    subject: content.subject,
    text: text(site, content),
    html: html(site, content),
    links: content.button ? [content.button.url] : [],
    ...(content.unsubscribe !== undefined && { unsubscribe: content.unsubscribe }),
  }
}
