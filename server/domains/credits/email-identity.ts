import { createHmac } from 'node:crypto'

/** Domains of one provider that ignores dots and has a second name. */
const GMAIL_DOMAINS = new Set(['gmail.com', 'googlemail.com'])

/** The mailbox behind an address: lower case, without `+tag`, for Gmail without dots. */
export function normaliseEmail(email: string): string {
  const lower = email.trim().toLowerCase()
  const at = lower.lastIndexOf('@')
  const domain = lower.slice(at + 1)
  const isGmail = GMAIL_DOMAINS.has(domain)
  const name = lower.slice(0, at)
  const tag = name.indexOf('+')
  const untagged = tag > 0 ? name.slice(0, tag) : name
  const box = isGmail ? untagged.replaceAll('.', '') : untagged
  return `${box}@${isGmail ? 'gmail.com' : domain}`
}

/** Tells the same mailbox again without keeping its address. */
export function hashEmail(email: string, secret: Buffer): Buffer {
  return createHmac('sha256', secret).update(normaliseEmail(email)).digest()
}
